interface Template {
  isGlobal: boolean;
  isDefault: boolean;
}

/**
 * Returns the template that is used unless another one is chosen. A default of the firm takes
 * precedence over a global one.
 */
export function defaultTemplate<T extends Template>(templates: readonly T[]): T | undefined {
  const defaults = templates.filter(({ isDefault }) => isDefault);
  return defaults.find(({ isGlobal }) => !isGlobal) ?? defaults[0] ?? templates[0];
}
