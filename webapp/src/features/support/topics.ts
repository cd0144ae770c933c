import { paths } from '@/lib/paths';

/** A help topic that ships with the product. */
export interface HelpTopic {
  title: string;
  text: string;
  /** Further words of questions that the topic answers. */
  keywords?: string;
  /** Link to the page that the topic describes. */
  link?: { label: string; to: string };
}

/** Help for everyone's daily work: finding records, lists, policies, people and trusts. */
const WORK: readonly HelpTopic[] = [
  {
    title: 'Find a person, policy or annuity',
    text: 'Press Ctrl K (⌘K on a Mac) and type a name, a policy number, an NPN or an email address. The same box opens pages and starts actions such as “Add owner”.',
    keywords: 'search client contact',
  },
  {
    title: 'Favorites and recent records',
    text: 'Select the star on a person, trust, policy or annuity to make it a favorite. The star in the header lists your favorites and the records that you opened last.',
  },
  {
    title: 'Work queue',
    text: 'The home page lists work by due date. “Mark paid” moves the next premium date by one period. Select “⋯” to snooze a row or to assign it to a colleague. A type under “By type” opens the list of all its records.',
    keywords: 'due overdue tasks to-do',
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
    keywords: 'fields custom',
  },
  {
    title: 'Save a view of a list',
    text: 'Arrange the list, then select “Views” and save it under a name. A view keeps the search, filters, sort order and columns. Only you see it until you share it with your firm.',
  },
  {
    title: 'Export a list',
    text: 'Select “Export” above the list and choose CSV or Excel. The file has all matching rows with the columns on the screen. To export some rows only, select them first and use “Export” in the bar at the bottom.',
    keywords: 'download spreadsheet xlsx',
  },
  {
    title: 'Edit a value in a list',
    text: 'Move to a cell and press F2, or select the pencil in it. Enter saves, Tab saves and goes on to the next cell, and Esc cancels. “Undo” in the message restores the former value. Statuses, carriers, people and totals cannot be edited in a list.',
    keywords: 'change correct',
    link: { label: 'Life policies', to: paths.policies },
  },
  {
    title: 'Change many policies at once',
    text: 'Select rows with Space or the checkboxes, then “Change status”, “Edit field”, “Mark premium paid” or “Attach or reassign”. A preview shows what will change. “Undo” in the message takes the change back.',
    keywords: 'bulk mass edit',
    link: { label: 'Life policies', to: paths.policies },
  },
  {
    title: 'Change the status of a policy',
    text: 'Open the policy and select “More”, then “Change status”. Enter the date of the change, and the end of the grace period if there is one.',
  },
  {
    title: 'Lapses and grace periods',
    text: 'A policy with the status Grace Period or Lapse Pending is still in force. The work queue lists it by the day on which the grace period ends. You are notified when the status changes, and 14 and 3 days before that day. In the list of policies, filter by “Grace Period Ends” to see those of the next days.',
    keywords: 'lapsed lapsing missed premium reinstate',
    link: { label: 'Insights', to: paths.insights },
  },
  {
    title: 'As-of date of values',
    text: '“Values as of” is the date for which the values of a policy or annuity are true. Change it together with the values under “Edit”. Each change adds a row to the tab “Values”, so earlier values are kept. Imported values are dated today unless the file has a column for their date.',
    keywords: 'as of valuation history',
  },
  {
    title: 'Attach an owner, insured or agent',
    text: 'Open the policy, select the tab “Parties” and “Attach”. From a contact, select “More”, then “Attach to policy or annuity”.',
    keywords: 'link add',
  },
  {
    title: 'Beneficiaries',
    text: 'Open the policy or annuity and select the tab “Beneficiaries”, then “Add beneficiary”. The shares of the primary beneficiaries add up to 100 percent, and those of the contingent ones too. The list of beneficiaries shows every contract that names a person.',
    keywords: 'beneficiary contingent',
    link: { label: 'Beneficiaries', to: paths.beneficiaries },
  },
  {
    title: 'Premium gifts',
    text: 'Open a policy that is owned by a trust and select the tab “Gifts”, then “Add gift”. Its dates are counted back from the premium. Notifications go out 90, 45 and 10 days before the gift and its letters, and on the day. “Calendar” in the list of gifts shows them by month.',
    keywords: 'trust ilit grantor calendar subscribe',
    link: { label: 'Premium gifts', to: paths.premiumGifts },
  },
  {
    title: 'Crummey letters',
    text: 'Open the trust and select the tab “Letters”, then “Create letters”. There is a letter for each beneficiary with a withdrawal right. “Deliver” emails the letters, or records that they were mailed or handed over. Once all letters of a gift are delivered, its withdrawal window opens.',
    keywords: 'withdrawal notice trust ilit',
    link: { label: 'Trusts', to: paths.trusts },
  },
  {
    title: 'Best interest forms',
    text: 'Open an owner and select the tab “Best interest”, then “Start form”. “Mark complete” checks the form, and “Sign” records who signed when. A signed version never changes. Select “New version” to change it. A review is due twelve months after the signature.',
    keywords: 'suitability annuity recommendation compliance review',
    link: { label: 'Best interest', to: paths.bestInterest },
  },
  {
    title: 'Tax numbers (SSN and EIN)',
    text: 'Firmbook stores tax numbers encrypted and shows the last four digits. If your role allows it, “Reveal” on the overview of a contact shows the whole number for 30 seconds. Each reveal is in the audit log.',
    keywords: 'social security tin id identifier masked',
  },
  {
    title: 'Upload documents',
    text: 'Open a record and select the tab “Documents”. Drop files onto it or select “Upload documents”. Each file can have up to 25 MB.',
    keywords: 'file attach store',
  },
  {
    title: 'Book of business as a PDF',
    text: 'Open an agent or owner and select the tab “Book of business”. Choose a template and a grouping, then “Generate PDF”. The version keeps its values and can be downloaded again. For a report, select “Summary”.',
    keywords: 'print document statement summary',
  },
  {
    title: 'Delete and restore',
    text: 'Account administrators delete contacts, policies and annuities under “More” on their page. “Undo” in the message restores what was deleted. If a contact is party to contracts in force, choose who takes them over.',
    keywords: 'remove undelete recover',
  },
  {
    title: 'Find and merge duplicates',
    text: 'Duplicate management lists agents and owners that may have been entered twice, and why. Compare them side by side, choose the values to keep and merge them, or mark them as not duplicates. “Merge history” undoes any merge, even after a later one.',
    link: { label: 'Duplicate management', to: paths.duplicates },
  },
  {
    title: 'Save and share a report',
    text: 'Filter a list and select “Save as report”. Open the report to share it with colleagues or outside advisors, or to receive changes by email. Colleagues see only the rows that their role allows. Outside advisors see the rows that you see, with the columns of the report.',
    keywords: 'attorney accountant',
    link: { label: 'Policy reports', to: paths.reports('policies') },
  },
  {
    title: 'Group contacts in a cohort',
    text: 'A cohort is a group of agents or owners, chosen by hand or by a rule. Save a filtered list as a cohort, or select contacts and “Add to cohort”. Schedules send each contact an email with their contracts. Buttons below the message insert names, for example the first name of the contact.',
    keywords: 'mailing schedule',
    link: { label: 'Cohorts', to: paths.cohorts },
  },
  {
    title: 'Import contacts from a spreadsheet',
    text: 'Open the list of agents, owners or insureds and select “Import”. Map the columns, check the preview and start the import. You can undo an import for 30 days.',
    keywords: 'upload csv excel',
    link: { label: 'Imports', to: paths.uploads },
  },
  {
    title: 'Import policies and annuities from a carrier',
    text: 'Open the list of policies or annuities and select “Import”. A row updates the contract with its number and carrier, or adds a new one. Import the people first: new contracts name them by NPN, external ID or full name.',
    keywords: 'upload csv excel feed',
    link: { label: 'Imports', to: paths.uploads },
  },
];

/** Help for the user's own account and settings. */
const ACCOUNT: readonly HelpTopic[] = [
  {
    title: 'Choose which notifications you receive',
    text: 'In the settings, “Notifications” lists every type with its delivery: in the app, by email immediately, or in a summary.',
    keywords: 'email alerts reminders',
    link: { label: 'Notification settings', to: paths.notificationSettings },
  },
  {
    title: 'Password and sign-in',
    text: 'You sign in with the account of your organization, so Firmbook has no password of its own. Change or reset the password where your organization manages it. An account administrator decides who has access to the firm.',
    keywords: 'login forgot reset two-factor mfa',
  },
  {
    title: 'Name and time zone',
    text: 'Change your name and your time zone in the settings under “Profile”. Dates and times use this time zone. “Appearance” has the theme and the height of rows.',
    keywords: 'clock dark mode density',
    link: { label: 'Profile', to: paths.profile },
  },
  {
    title: 'Work for several firms',
    text: 'Open the menu under your initials at the top right and select “Change Account”, or type the name of the firm into the quick search. A browser works in one account at a time. Other tabs ask before they discard unsaved changes.',
    keywords: 'switch company',
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

/** Help for account administrators. */
const FIRM: readonly HelpTopic[] = [
  {
    title: 'Invite a user',
    text: 'Account administrators open “Users” in the settings and select “Add user”. Enter the name that the person uses to sign in with your organization’s account, and choose a role. To end the access, edit the user and clear “Active”.',
    keywords: 'add colleague employee staff remove deactivate access',
    link: { label: 'Users', to: paths.users },
  },
  {
    title: 'Roles',
    text: 'An account administrator sees the whole firm and its settings. A professional sees the assigned agents with their contracts and contacts. An office manager sees the records of the professionals that they support. View only sees the whole firm and changes nothing. An outside advisor sees only reports that were shared.',
    keywords: 'role permission rights access',
    link: { label: 'Users', to: paths.users },
  },
  {
    title: 'Logo and colors',
    text: 'Account administrators upload logos and set the primary color in the settings under “Branding”, together with the support contacts. Branding needs a host name of your own.',
    keywords: 'branding color theme',
    link: { label: 'Branding', to: paths.branding },
  },
  {
    title: 'Document templates',
    text: 'Account administrators open “Document templates” in the settings. A template sets the sections, columns, grouping and pages of a book of business or report summary. “Texts” has its cover page, disclosure and recommendation.',
    keywords: 'template letterhead wording',
    link: { label: 'Document templates', to: paths.templates },
  },
  {
    title: 'Audit log',
    text: 'Account administrators see in the settings under “Audit log” who did what, when and from where. Filter it by user, action or date, select an entry for its details, or export it. It cannot be edited.',
    keywords: 'history changes trail who',
    link: { label: 'Audit log', to: paths.audit },
  },
];

export const TOPICS: readonly HelpTopic[] = [...WORK, ...ACCOUNT, ...FIRM];
