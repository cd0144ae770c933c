import { contactSource } from '@/list/contact-source';
import { contactKinds, type ContactNoun } from '@/lib/contact-kinds';
import { contractSource } from '@/features/contracts/api/contract-source';
import { linesOfBusiness, type ContractNoun } from '@/features/contracts/lines-of-business';
import type { ReportSlug } from '@/features/reports/kinds';
import { ReportsPage } from '@/features/reports/list/reports-page';
import { ReportPage, type ReportSubject } from '@/features/reports/report/report-page';

function contacts(noun: ContactNoun): ReportSubject {
  const kind = contactKinds[noun];
  return {
    source: contactSource(kind),
    noun: kind.plural.toLowerCase(),
    rowPath: ({ uuid }) => kind.path(uuid),
  };
}

function contracts(noun: ContractNoun): ReportSubject {
  const line = linesOfBusiness[noun];
  return {
    source: contractSource(line, null),
    noun: line.title.toLowerCase(),
    rowPath: ({ uuid }) => line.path(uuid),
  };
}

const subjects: Record<ReportSlug, ReportSubject> = {
  policies: contracts('policy'),
  allpolicies: contracts('policy'),
  annuities: contracts('annuity'),
  agents: contacts('agent'),
  insureds: contacts('insured'),
  owners: contacts('owner'),
};

const pages = (slug: ReportSlug) => ({
  List: () => <ReportsPage key={slug} slug={slug} />,
  Detail: () => <ReportPage key={slug} slug={slug} subject={subjects[slug]} />,
});

/** The list page and the detail page of each report type. */
export const reportPages: Record<ReportSlug, ReturnType<typeof pages>> = {
  policies: pages('policies'),
  allpolicies: pages('allpolicies'),
  annuities: pages('annuities'),
  agents: pages('agents'),
  insureds: pages('insureds'),
  owners: pages('owners'),
};
