import { showTheme } from './theme';

const value = (name: string) => document.documentElement.style.getPropertyValue(name);

test('replaces the whole theme', () => {
  expect(showTheme({ radius: 0, light: { accent: '#004488' } })).toEqual([]);
  expect(value('--fb-radius')).toBe('0px');
  expect(value('--fb-brand-text')).toContain('#004488');
  showTheme({ fontSize: 16 });
  expect(value('--fb-radius')).toBe('');
  expect(value('--fb-brand-text')).not.toContain('#004488');
  expect(value('--fb-size-14')).toBe('16px');
});

test('names tokens that it corrected', () => {
  expect(showTheme({ dark: { text: '#222222' } })).toEqual(['dark.text']);
});
