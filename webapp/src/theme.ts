import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Maps all shades to one variable. The colors are defined in theme.css. */
const shades = (variable: string): MantineColorsTuple => {
  const shade = `var(${variable})`;
  return [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade];
};

/** Defaults of Mantine's components. */
export const theme = createTheme({
  primaryColor: 'brand',
  colors: {
    brand: shades('--fb-brand'),
    danger: shades('--fb-danger'),
    neutral: shades('--fb-text-muted'),
  },
  fontFamily: 'var(--fb-font)',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'neutral' } },
    Button: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: { duration: 80 } },
    },
    Popover: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 80 },
        middlewares: { size: { padding: 8 } },
      },
    },
    Select: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md' } } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 80 } } },
  },
});
