import {
  choices,
  displayName,
  formatDate,
  formatPhone,
  type Mapping,
  type Person,
  type PreviewRow,
} from 'firmbook-wasm';

interface PreviewColumn {
  key: string;
  label: string;
  valueOf: (row: PreviewRow) => string;
}

const ADDRESS = {
  addressLine1: 'line1',
  addressLine2: 'line2',
  city: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
} as const;

/** Formats stored values as the lists and records show them. */
const FORMATS = { dob: formatDate, trustDate: formatDate, phone: formatPhone, mobilePhone: formatPhone };

const ownerType = (number: number | null | undefined) =>
  choices('ownerType').find(({ code }) => code === String(number))?.label ?? '';

/** Columns of the preview: the mapped fields in file order, without duplicates. */
export function previewColumns(mapping: Mapping): PreviewColumn[] {
  const seen = new Set<string>();
  return mapping.columns.flatMap(({ header, target }) => {
    if (!target || target === 'recordId' || seen.has(target)) return [];
    seen.add(target);
    return [{ key: target, label: header, valueOf: (row: PreviewRow) => cellOf(row, target) }];
  });
}

function cellOf({ person, custom, taxIdMasked, contract }: PreviewRow, target: string): string {
  if (contract) return contract.values[target] ?? '';
  if (target.startsWith('custom:')) return custom[target.slice('custom:'.length)] ?? '';
  if (target === 'fullName') return displayName(person);
  if (target === 'taxId') return taxIdMasked ?? '';
  if (target === 'ownerType') return ownerType(person.ownerType);
  if (target in ADDRESS) return person.address?.[ADDRESS[target as keyof typeof ADDRESS]] ?? '';
  const value = String(person[target as keyof Person] ?? '');
  return value && target in FORMATS ? FORMATS[target as keyof typeof FORMATS](value) : value;
}
