/** The server recomputes this field if the premium or its mode changes. */
export const ANNUALIZED = 'annualizedPremium';

const COMPUTED_FROM: ReadonlySet<string> = new Set(['premiumMode', 'modalPremium']);

export const changesAnnualized = (key: string) => COMPUTED_FROM.has(key);
