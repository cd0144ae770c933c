import { useCan, useSession } from '@/lib/session';
import type { Feature } from 'firmbook-wasm';
import { useSearchParams } from 'react-router';

/** URL parameters of the form. They are removed when it closes. */
const PARAMS = ['panel', 'ownerType'];

/**
 * Manages the form that adds a record to a list. The form is open while the URL has `panel=add`, for users
 * with write access to the feature. Staff must open a firm first.
 */
export function useAddPanel(feature: Feature) {
  const [params, setParams] = useSearchParams();
  const hasFirm = useSession().user.firmId > 0;
  const canAdd = useCan(feature, 'write') && hasFirm;
  const show = (isOpen: boolean) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const name of PARAMS) next.delete(name);
        if (isOpen) next.set('panel', 'add');
        return next;
      },
      // Back must not open a closed panel again.
      { replace: !isOpen },
    );
  return { isAdding: canAdd && params.get('panel') === 'add', show };
}
