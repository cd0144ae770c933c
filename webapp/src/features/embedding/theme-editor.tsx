import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { widgetThemeDefaults } from 'firmbook-later';
import type { ColorScheme as SchemeOption, WidgetDensity, WidgetOptions } from 'firmbook-embed';
import classes from './embedding.module.css';
import { COLOR_TOKENS, withColor, withoutUndefined, withTheme, type ColorScheme } from './theme-tokens';

interface ThemeEditorProps {
  options: WidgetOptions;
  onChange: (options: WidgetOptions) => void;
}

const DEFAULTS = widgetThemeDefaults();
const DEFAULT = { value: '', label: 'Default' };
const SCHEMES = [
  { value: '', label: 'System (default)' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const DENSITIES = [
  DEFAULT,
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
];
const LOCALES = [
  { value: '', label: 'English (United States)' },
  { value: 'en-GB', label: 'English (United Kingdom)' },
  { value: 'es-US', label: 'Spanish (United States)' },
  { value: 'fr-CA', label: 'French (Canada)' },
];

/** Options and theme tokens of a widget. */
export function ThemeEditor({ options, onChange }: ThemeEditorProps) {
  const { theme = {}, colorScheme = '', locale = '' } = options;
  const change = (next: Partial<WidgetOptions>) => onChange(withoutUndefined({ ...options, ...next }));
  const number = (value: string | number) => (typeof value === 'number' ? value : undefined);
  return (
    <details className={classes.theme}>
      <summary>Options and theme</summary>
      <div className={classes.tokens}>
        <NativeSelect
          label="Color scheme"
          value={colorScheme}
          data={SCHEMES}
          onChange={({ currentTarget: { value } }) =>
            change({ colorScheme: (value || undefined) as SchemeOption | undefined })
          }
        />
        <NativeSelect
          label="Density"
          value={theme.density ?? ''}
          data={DENSITIES}
          onChange={({ currentTarget: { value } }) =>
            onChange(withTheme(options, { density: (value || undefined) as WidgetDensity | undefined }))
          }
        />
        <NativeSelect
          label="Number and date format"
          value={locale}
          data={LOCALES}
          onChange={({ currentTarget: { value } }) => change({ locale: value || undefined })}
        />
        <TextInput
          label="Font"
          placeholder="Georgia, serif"
          maxLength={200}
          value={theme.fontFamily ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(withTheme(options, { fontFamily: value || undefined }))
          }
        />
        <NumberInput
          label="Font size"
          min={12}
          max={18}
          placeholder="14"
          clampBehavior="strict"
          value={theme.fontSize ?? ''}
          onChange={(value) => onChange(withTheme(options, { fontSize: number(value) }))}
        />
        <NumberInput
          label="Heading weight"
          min={400}
          max={700}
          step={100}
          placeholder="600"
          clampBehavior="blur"
          value={theme.headingWeight ?? ''}
          onChange={(value) => onChange(withTheme(options, { headingWeight: number(value) }))}
        />
        <NumberInput
          label="Corner radius"
          min={0}
          max={16}
          placeholder="6"
          clampBehavior="strict"
          value={theme.radius ?? ''}
          onChange={(value) => onChange(withTheme(options, { radius: number(value) }))}
        />
      </div>
      <Colors scheme="light" options={options} onChange={onChange} />
      <Colors scheme="dark" options={options} onChange={onChange} />
      <Button variant="default" size="compact-sm" onClick={() => onChange({})}>
        Reset to defaults
      </Button>
    </details>
  );
}

interface ColorsProps extends ThemeEditorProps {
  scheme: ColorScheme;
}

/** Color pickers of one color scheme. */
const Colors = ({ scheme, options, onChange }: ColorsProps) => (
  <fieldset className={classes.colors}>
    <legend>{scheme === 'light' ? 'Light colors' : 'Dark colors'}</legend>
    {COLOR_TOKENS.map(({ token, label }) => (
      <label key={token}>
        <input
          type="color"
          value={options.theme?.[scheme]?.[token] ?? DEFAULTS[scheme]?.[token] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(withColor(options, scheme, token, value))}
        />
        {label}
      </label>
    ))}
  </fieldset>
);
