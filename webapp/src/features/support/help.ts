import { paths } from '@/lib/paths';
import { matchesSearch } from 'firmbook-wasm';

/** A help topic that ships with the product. */
export interface HelpTopic {
  title: string;
  text: string;
  /** Link to the page that the topic describes. */
  link?: { label: string; to: string };
}

const TOPICS: readonly HelpTopic[] = [
  {
    title: 'Find a person, policy or annuity',
    text: 'Press Ctrl K (⌘K on a Mac) and type a name, a policy number, an NPN or an email address. The same box opens pages and starts actions such as “Add owner”.',
  },
  {
    title: 'Keep records at hand',
    text: 'Select the star on a person, trust, policy or annuity to make it a favorite. The star in the header lists your favorites and the records that you opened last.',
  },
  {
    title: 'Work through what is due',
    text: 'The home page lists work by due date. “Mark paid” moves the next premium date by one period. Select “⋯” to snooze a row or to assign it to a colleague. A type under “By type” opens the list of all its records.',
    link: { label: 'Home', to: paths.home },
  },
  {
    title: 'Filter and sort a list',
    text: 'Select “Filter” above the list and choose a column, a condition and a value. Select a column heading to sort. Hold Shift to sort by several columns. The address of the page keeps the filter, so you can bookmark or send it.',
    link: { label: 'Life policies', to: paths.policies },
  },
  {
    title: 'Choose and rename columns',
    text: 'Select “Columns” above the list to show, hide, reorder and rename columns. Drag the edge of a heading to change its width. Your columns are saved for every device.',
  },
  {
    title: 'Save a view of a list',
    text: 'Arrange the list, then select “Views” and save it under a name. A view keeps the filter, sort order and columns.',
  },
  {
    title: 'Export a list',
    text: 'Select “Export” above the list to download all matching rows as a CSV file. To export some policies or annuities only, select their rows first and use “Export” in the bar at the bottom.',
  },
  {
    title: 'Edit a value in a list',
    text: 'Move to a cell and press F2, or select the pencil in it. Enter saves, Tab saves and goes on to the next cell, and Esc cancels. “Undo” in the message restores the former value. Statuses, carriers, people and totals cannot be edited in a list.',
    link: { label: 'Life policies', to: paths.policies },
  },
  {
    title: 'Change many policies at once',
    text: 'Select rows with Space or the checkboxes, then “Change status”, “Edit field”, “Mark premium paid” or “Attach or reassign”. A preview shows what will change. “Undo” in the message takes the change back.',
    link: { label: 'Life policies', to: paths.policies },
  },
  {
    title: 'Find and merge duplicates',
    text: 'Duplicate Management lists agents and owners that may have been entered twice, and why. Compare them side by side, choose the values to keep and merge them, or mark them as not duplicates. “Merge history” undoes any merge, even after a later one.',
    link: { label: 'Duplicate Management', to: paths.duplicates },
  },
  {
    title: 'Save and share a report',
    text: 'Filter a list and select “Save as report”. Open the report to share it with colleagues or outside advisors, or to receive changes by email. Each user sees only the rows they can access.',
    link: { label: 'Policy reports', to: paths.reports('policies') },
  },
  {
    title: 'Group contacts in a cohort',
    text: 'A cohort is a group of agents or owners, chosen by hand or by a rule. Save a filtered list as a cohort, or select contacts and “Add to cohort”. Schedules send each contact an email with their contracts. Buttons below the message insert names, for example the first name of the contact.',
    link: { label: 'Cohorts', to: paths.cohorts },
  },
  {
    title: 'Import contacts from a spreadsheet',
    text: 'Open the list of agents, owners or insureds and select “Import”. Map the columns, check the preview and start the import. You can undo an import for 30 days.',
    link: { label: 'Imports', to: paths.uploads },
  },
  {
    title: 'Import policies and annuities from a carrier',
    text: 'Open the list of policies or annuities and select “Import”. A row updates the contract with its number and carrier, or adds a new one. Import the people first: new contracts name them by NPN, external ID or full name.',
    link: { label: 'Imports', to: paths.uploads },
  },
  {
    title: 'Change the status of a policy',
    text: 'Open the policy and select “More”, then “Change status”. Enter the date of the change, and the end of the grace period if there is one.',
  },
  {
    title: 'Attach an owner, insured or agent',
    text: 'Open the policy, select the tab “Parties” and “Attach”. From a contact, select “More”, then “Attach to policy or annuity”.',
  },
  {
    title: 'Upload documents',
    text: 'Open a record and select the tab “Documents”. Drop files onto it or select “Upload documents”. Each file can have up to 25 MB.',
  },
  {
    title: 'Choose which notifications you receive',
    text: 'In the settings, “Notifications” lists every type with its delivery: in the app, by email immediately, or in a summary.',
    link: { label: 'Notification settings', to: paths.notificationSettings },
  },
  {
    title: 'Work for several firms',
    text: 'Select your name at the top right and “Change Account”. A browser works in one account at a time. Other tabs with unsaved changes ask before they follow.',
  },
  {
    title: 'Keyboard shortcuts',
    text: 'Press ? on any page to list all shortcuts. Press g and a letter to open a page, and J or K on a record for the next or previous one of the list.',
  },
  {
    title: 'Work without a connection',
    text: 'While you are offline, a banner appears, and the rows on the screen stay. Forms keep what you typed. Save again when the connection is back.',
  },
];

/** Words of questions that say nothing about their topic. */
const STOP_WORDS = new Set(
  'a an and are can do does for from get how i if in is it me my of on or the to what when where which who why with you'.split(
    ' ',
  ),
);

/** Returns the topics that contain every meaningful word of a question. Without any, those that contain the most. */
export function helpTopics(question: string): readonly HelpTopic[] {
  const words = question.split(/[\s,.?!;:]+/).filter((word) => word && !STOP_WORDS.has(word.toLowerCase()));
  const scored = TOPICS.map((topic) => ({
    topic,
    found: words.filter((word) => matchesSearch(`${topic.title} ${topic.text}`, word)).length,
  }));
  const most = Math.max(...scored.map(({ found }) => found));
  return scored
    .filter(({ found }) => found === most && (most > 0 || words.length === 0))
    .map(({ topic }) => topic);
}
