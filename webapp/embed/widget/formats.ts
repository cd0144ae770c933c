import type { ColumnDescriptor } from 'firmbook-embed';

const PORTAL = 'en-US';
/** Shown for missing numbers, as in the portal. */
const NOTHING = '-';

/** Columns whose values are aligned at the end. */
export const isNumeric = ({ columnType }: Pick<ColumnDescriptor, 'columnType'>) =>
  ['integer', 'money', 'percent'].includes(columnType);

/** Formats numbers and dates in the language of the page. Texts stay in English. */
export class Formats {
  #locale = PORTAL;

  /** Sets the language, if the browser knows it. */
  setLocale(tag: string): void {
    try {
      this.#locale = Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? PORTAL;
    } catch {
      this.#locale = PORTAL;
    }
  }

  count(count: number): string {
    return new Intl.NumberFormat(this.#locale).format(count);
  }

  /** Formats an amount in whole dollars. Decimal text is exact. */
  money(value: string | number): string {
    const options = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const;
    return new Intl.NumberFormat(this.#locale, options).format(value as Intl.StringNumericLiteral);
  }

  /** Formats a timestamp in the time zone of the browser. */
  moment(at: string): string {
    return this.#date(at, { dateStyle: 'medium', timeStyle: 'short' });
  }

  /** Formats a value of a list. */
  cell(column: ColumnDescriptor, value: string | number | null): string {
    if (value === null || value === '') return isNumeric(column) ? NOTHING : '';
    switch (column.columnType) {
      case 'money':
        return this.money(value);
      case 'percent':
        return `${value}%`;
      case 'integer':
        return this.count(Number(value));
      case 'date':
        return this.#date(value, { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' });
      case 'timestamp':
        return this.moment(String(value));
      case 'choice':
        return column.choices.find(({ code }) => String(code) === String(value))?.label ?? String(value);
      default:
        return String(value);
    }
  }

  #date(at: string | number, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.#locale, options).format(new Date(at));
  }
}
