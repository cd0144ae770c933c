import { CellEdit } from '@/list/cell-edit/cell-edit';
import type { CellField, CellRecords } from '@/list/cell-edit/cell-field';
import type { Cell, CellEditProps, Row } from '@/list/types';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, type ComponentType } from 'react';
import { contractQuery, type AnyRecord, type Terms } from '../api/get-contract';
import { updateContract } from '../api/save-contract';
import { useContractChanged } from '../api/use-contract-changed';
import { fieldsOf, formatField, valueOf, type ContractField } from '../fields';
import { keyOf, parseValue, textOf } from '../form/contract-values';
import { FieldInput } from '../form/field-input';
import { ANNUALIZED, changesAnnualized } from '../premium';
import { linesOfBusiness, type ContractNoun, type LineOfBusiness } from '../lines-of-business';

/** Excludes the status (needs a date), carriers (come from a catalog) and schedules (one value per year). */
const isSimple = ({ key, kind }: ContractField) =>
  key !== 'status' && kind !== 'carrier' && kind !== 'percents';

const AS_OF = 'valuesAsOf';

/** Edits contracts in the cells of their list. */
function ContractCellEdit({ line, ...grid }: CellEditProps & { line: LineOfBusiness }) {
  const queries = useQueryClient();
  const changed = useContractChanged();
  const records = useMemo((): CellRecords<AnyRecord> => {
    const fields = fieldsOf(line);
    const editable = new Map(
      fields.filter(isSimple).map((field) => [field.key, cellField(line, field, queries)]),
    );
    return {
      fieldOf: ({ key, feature }) => (feature ? null : (editable.get(key) ?? null)),
      load: (uuid) => queries.fetchQuery({ ...contractQuery(line, uuid), staleTime: 0 }),
      nameOf: ({ contract }) => String(valueOf(contract, line.number)),
      changed,
      locate: (problem) => {
        const path = keyOf(problem);
        return { path, label: fields.find(({ key }) => key === path)?.label };
      },
      failure: line.failures.update,
    };
  }, [line, queries, changed]);
  return <CellEdit {...grid} records={records} />;
}

/** Returns the cell editor of a field. Columns have the same keys and values as fields. */
function cellField(line: LineOfBusiness, field: ContractField, queries: QueryClient): CellField<AnyRecord> {
  const { key, label, kind } = field;
  const isFlag = kind === 'flag';
  const text = (terms: Terms) => (isFlag ? String(valueOf(terms, key) === true) : textOf(field, terms));
  return {
    label,
    path: key,
    input: (props) => <FieldInput field={field} label="" {...props} />,
    textOfRow: (row: Row) => text(row as unknown as Terms),
    textOf: ({ contract }) => text(contract),
    cellOf: ({ contract }) => valueOf(contract, key) as Cell,
    show: ({ contract }) => formatField(field, valueOf(contract, key)),
    parse: (typed) => {
      if (isFlag && typed === '') throw new Error('Choose Yes or No.');
      return parseValue(field, typed);
    },
    save: async ({ uuid, version, contract }, typed, before) => {
      // Undo also restores the as-of date and the value history, unless the record was changed again.
      const isUndo = before !== undefined && version === before.version + 1;
      const computed = before && changesAnnualized(key) ? valueOf(before.contract, ANNUALIZED) : undefined;
      const terms = {
        ...contract,
        [key]: parseValue(field, typed.trim()),
        ...(computed !== undefined && { [ANNUALIZED]: computed }),
        ...(isUndo && key !== AS_OF && { [AS_OF]: valueOf(before.contract, AS_OF) }),
      } as Terms;
      const saved = await updateContract(line, uuid, version, terms, null, isUndo);
      queries.setQueryData(contractQuery(line, uuid).queryKey, saved);
      return saved;
    },
  };
}

export const cellEdits: Record<ContractNoun, ComponentType<CellEditProps>> = {
  policy: (props) => <ContractCellEdit line={linesOfBusiness.policy} {...props} />,
  annuity: (props) => <ContractCellEdit line={linesOfBusiness.annuity} {...props} />,
};
