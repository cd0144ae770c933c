import { IconPlus, IconX } from '@/components/icons';
import type { FilterItem, ListName } from 'firmbook-wasm';
import { useState } from 'react';
import { Popup } from '@/components/popup';
import { useModule } from '@/lib/use-module';
import { formatItem } from '../state/filter-text';
import type { GridColumn } from '../types';
import { describeFilter } from './describe-filter';
import classes from './filters.module.css';

interface FilterBarProps {
  list: ListName;
  columns: readonly GridColumn[];
  filter: readonly FilterItem[];
  onChange: (filter: FilterItem[]) => void;
  /** A new filter started by another part of the page. */
  adding: { column?: string } | null;
  onAdding: (adding: { column?: string } | null) => void;
}

const loadEditor = () => import('./filter-editor');

/** Shows the filter as chips. A click on a chip edits it, and its cross removes it. */
export function FilterBar({ list, columns, filter, onChange, adding, onAdding }: FilterBarProps) {
  const [open, setOpen] = useState<number | null>(null);
  const FilterEditor = useModule(loadEditor, open !== null || adding !== null)?.FilterEditor;
  const filterable = columns.filter((column) => column.canFilter);
  const replace = (index: number, item: FilterItem) => {
    setOpen(null);
    onChange(filter.map((old, i) => (i === index ? item : old)));
  };
  const add = (item: FilterItem) => {
    onAdding(null);
    onChange([...filter, item]);
  };
  return (
    <div className={classes.bar} role="group" aria-label="Filters">
      {filter.map((item, index) => {
        const description = describeFilter(item, columns);
        return (
          <span key={formatItem(item)} className={classes.chip}>
            <Popup
              label="Change filter"
              opened={open === index}
              onClose={() => setOpen(null)}
              button={
                <button
                  type="button"
                  className={classes.chipText}
                  title={description}
                  aria-haspopup="dialog"
                  aria-expanded={open === index}
                  onClick={() => setOpen(open === index ? null : index)}
                >
                  {description}
                </button>
              }
            >
              {FilterEditor ? (
                <FilterEditor
                  list={list}
                  columns={filterable}
                  item={item}
                  onApply={(changed) => replace(index, changed)}
                  onCancel={() => setOpen(null)}
                />
              ) : null}
            </Popup>
            <button
              type="button"
              className={classes.chipRemove}
              aria-label={`Remove filter: ${description}`}
              onClick={() => onChange(filter.filter((_, i) => i !== index))}
            >
              <IconX size={14} aria-hidden />
            </button>
          </span>
        );
      })}
      <Popup
        label="New filter"
        opened={adding !== null}
        onClose={() => onAdding(null)}
        button={
          <button
            type="button"
            className={classes.add}
            aria-haspopup="dialog"
            aria-expanded={adding !== null}
            onClick={() => onAdding(adding ? null : {})}
          >
            <IconPlus size={14} aria-hidden />
            Filter
          </button>
        }
      >
        {FilterEditor ? (
          <FilterEditor
            key={adding?.column ?? ''}
            list={list}
            columns={filterable}
            column={filterable.find((column) => column.key === adding?.column)}
            onApply={add}
            onCancel={() => onAdding(null)}
          />
        ) : null}
      </Popup>
      {filter.length > 1 && (
        <button type="button" className={classes.clear} onClick={() => onChange([])}>
          Clear all
        </button>
      )}
    </div>
  );
}
