import { listDefinition, type Permissions } from 'firmbook-wasm';
import { publicColumns, readableColumns, withoutPrivateColumns } from './private-columns';

const PRIVATE = 'medicalRequestState';
const insureds = () => listDefinition('insureds');
const keys = (definition: ReturnType<typeof insureds>) => definition.columns.map(({ key }) => key);
const features = (read: boolean) =>
  ({ insuredMedical: { read, write: false } }) as unknown as Permissions['features'];

test('shows a private column only to users with its feature', () => {
  expect(keys(readableColumns(insureds(), features(true)))).toContain(PRIVATE);
  expect(keys(readableColumns(insureds(), features(false)))).not.toContain(PRIVATE);
  expect(keys(readableColumns(insureds(), features(false)))).toHaveLength(insureds().columns.length - 1);
});

test('leaves private columns out of reports', () => {
  expect(keys(publicColumns(insureds()))).not.toContain(PRIVATE);
  const query = withoutPrivateColumns(
    {
      selectColumns: ['name', PRIVATE],
      sort: [{ column: PRIVATE, direction: 'asc' }],
      customLabels: { [PRIVATE]: 'Medical', name: 'Insured' },
    },
    insureds(),
  );
  expect(query).toEqual({ selectColumns: ['name'], sort: [], customLabels: { name: 'Insured' } });
});
