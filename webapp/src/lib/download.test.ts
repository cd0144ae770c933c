import { fileName } from './download';

test.each([
  ['attachment; filename="FirmOwenrs.csv"', 'FirmOwenrs.csv'],
  ['attachment; filename=FirmAgents.csv', 'FirmAgents.csv'],
  ["attachment; filename=x.csv; filename*=UTF-8''Gro%C3%9F.csv", 'Groß.csv'],
  [null, null],
])('reads the file name from %s', (header, name) => {
  expect(fileName(header)).toBe(name);
});
