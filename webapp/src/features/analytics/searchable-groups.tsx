import { formatCount } from '@/list/grid/format-cell';
import { TextInput } from '@mantine/core';
import { matchesSearch } from 'firmbook-wasm';
import { useState } from 'react';
import classes from './analytics.module.css';
import { GroupsTable, type GroupsTableProps } from './groups-table';

/** Number of groups that can be read without a search. */
const MAX_WITHOUT_SEARCH = 15;

/** Table of groups. A long one can be searched. */
export function SearchableGroups(props: GroupsTableProps) {
  const { groups, title, found } = props;
  const [text, setText] = useState('');
  const isLong = groups.length > MAX_WITHOUT_SEARCH;
  const matches = isLong ? groups.filter(({ label }) => matchesSearch(label, text)) : groups;
  const label = `Search ${title.toLowerCase()}`;
  return (
    <>
      {isLong && (
        <TextInput
          type="search"
          size="xs"
          aria-label={label}
          placeholder={label}
          className={classes.search}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <p role="status" className={classes.about}>
        {matches.length === 0 &&
          (found.others ? `Not among the ${formatCount(groups.length)} largest groups.` : 'No matches.')}
      </p>
      <GroupsTable {...props} groups={matches} />
    </>
  );
}
