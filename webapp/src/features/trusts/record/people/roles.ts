export const ROLES = ['Grantor', 'Trustee', 'Beneficiary'] as const;
export type Role = (typeof ROLES)[number];

interface RoleTexts {
  /** Singular noun, as in "Add trustee". */
  one: string;
  title: string;
  empty: string;
}

export const TEXTS: Record<Role, RoleTexts> = {
  Grantor: {
    one: 'grantor',
    title: 'Grantors',
    empty: 'No grantors yet. Add the people who fund the trust.',
  },
  Trustee: {
    one: 'trustee',
    title: 'Trustees',
    empty: 'No trustees yet. Add the people who manage the trust.',
  },
  Beneficiary: {
    one: 'beneficiary',
    title: 'Beneficiaries',
    empty: 'No beneficiaries yet. Crummey letters need a beneficiary with a withdrawal right.',
  },
};

/** Returns the role of a code. Unknown codes are treated as beneficiaries, which have all fields. */
export const roleOf = (code: string): Role => ROLES.find((role) => role === code) ?? 'Beneficiary';
