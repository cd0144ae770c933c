import { useSearchParams } from 'react-router';
import { CLASSES, type BeneficiaryClass } from './classes';

const NEW = 'new-';

/** The open panel: an existing beneficiary, or the class of a new one. It is in the URL. */
export function usePanel() {
  const [params, setParams] = useSearchParams();
  const named = params.get('beneficiary') ?? '';
  const newClass: BeneficiaryClass | null = CLASSES.find((one) => named === NEW + one.toLowerCase()) ?? null;
  const show = (which: string | null) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      if (which) next.set('beneficiary', which);
      else next.delete('beneficiary');
      return next;
    });
  return {
    uuid: newClass ? null : named || null,
    newClass,
    showOne: (uuid: string) => show(uuid),
    showNew: (one: BeneficiaryClass) => show(NEW + one.toLowerCase()),
    close: () => show(null),
  };
}
