import { brandVariables } from '@/lib/brand-color';
import { brandColors } from 'firmbook-wasm';
import type { CSSProperties } from 'react';
import classes from './branding.module.css';

/** Preview of a brand color in light and dark. Tells when the color was adjusted for its contrast. */
export function ColorPreview({ color }: { color: string }) {
  const shades = brandColors(color);
  const variables = brandVariables(color) as CSSProperties;
  return (
    <div className={classes.previews} role="group" aria-label="Preview">
      {(['light', 'dark'] as const).map((scheme) => {
        const { brand } = shades[scheme];
        return (
          <div key={scheme} className={classes.preview} style={{ ...variables, colorScheme: scheme }}>
            <span>{scheme === 'light' ? 'Light' : 'Dark'}</span>
            <span className={classes.button}>Button</span>
            <span className={classes.link}>Link</span>
            <span className={classes.ratio} role="status">
              {brand === color.toLowerCase() ? brand : `Adjusted to ${brand} for readability`}
            </span>
          </div>
        );
      })}
    </div>
  );
}
