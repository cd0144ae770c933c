import { trackPageViews } from '@/lib/analytics';
import type { AppConfig } from '@/lib/config';
import { loadWhenOnline } from '@/lib/load-when-online';
import { paths } from '@/lib/paths';
import type { ListName } from 'firmbook-wasm';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { SignedIn } from './auth/signed-in';
import { WithAccount } from './auth/with-account';
import { resumeSignIn } from './auth/use-sign-in';
import { LogoutPage } from './pages/logout-page';
import { BareServerErrorPage, ServerErrorPage } from './pages/server-error-page';
import { ACCOUNT_ROUTE, type ListHandle } from './prefetch-page';
import { preloadRecords } from './preload-record';
import { Shell } from './shell/shell';

const home = async () => ({ Component: (await import('./pages/home-page')).HomePage });
const policies = async () => ({ Component: (await import('./pages/contract-pages')).PoliciesPage });
const annuities = async () => ({ Component: (await import('./pages/contract-pages')).AnnuitiesPage });
const contractRecords = () => import('./pages/contract-record-pages');
const policy = async () => (await contractRecords()).contractRecordPages.policy;
const annuity = async () => (await contractRecords()).contractRecordPages.annuity;
const agents = async () => ({ Component: (await import('./pages/agents-page')).AgentsPage });
const owners = async () => ({ Component: (await import('./pages/owners-page')).OwnersPage });
const insureds = async () => ({ Component: (await import('./pages/insureds-page')).InsuredsPage });
const contactRecords = () => import('./pages/record-pages');
const agent = async () => (await contactRecords()).recordPages.agent;
const owner = async () => (await contactRecords()).recordPages.owner;
const insured = async () => (await contactRecords()).recordPages.insured;
const cohorts = async () => ({
  Component: (await import('@/features/cohorts/list/cohorts-page')).CohortsPage,
});
const cohort = async () => ({
  Component: (await import('@/features/cohorts/one/cohort-page')).CohortPage,
});
const uploads = async () => ({
  Component: (await import('@/features/upload/list/uploads-page')).UploadsPage,
});
const upload = async () => ({
  Component: (await import('@/features/upload/upload-page')).UploadPage,
});
const dashboard = async () => ({
  Component: (await import('@/features/analytics/dashboard-page')).DashboardPage,
});
const insights = async () => ({
  Component: (await import('@/features/analytics/insights-page')).InsightsPage,
});
const analytics = async () => ({
  Component: (await import('@/features/analytics/analytics-page')).AnalyticsPage,
});
const reports = ['policies', 'allpolicies', 'annuities', 'agents', 'insureds', 'owners'] as const;
const reportPages = () => import('./pages/reports-pages');
const staleReports = async () => ({
  Component: (await import('@/features/reports/stale/stale-page')).StaleReportsPage,
});
const duplicates = async () => ({
  Component: (await import('@/features/duplicates/duplicates-page')).DuplicatesPage,
});
const merge = async () => ({
  Component: (await import('@/features/duplicates/merge-page')).MergePage,
});
const trustPaths = [
  'trusts',
  'trustGrantors',
  'trustees',
  'trustBeneficiaries',
  'premiumGifts',
  'giftCalendar',
] as const;
const trustPages = () => import('@/features/trusts/list/trust-lists');
const trust = async () => ({
  Component: (await import('@/features/trusts/record/trust-page')).TrustPage,
});
const bestInterest = async () => ({
  Component: (await import('@/features/best-interest/list/forms-page')).BestInterestFormsPage,
});
const beneficiaries = async () => ({
  Component: (await import('@/features/contracts/list/beneficiaries-page')).BeneficiariesPage,
});
const transactions = async () => ({
  Component: (await import('@/features/contracts/list/transactions-page')).TransactionsPage,
});
const support = async () => ({
  Component: (await import('@/features/support/support-page')).SupportPage,
});
const notifications = async () => ({
  Component: (await import('@/features/notifications/digest/digest-page')).NotificationsPage,
});
const settingsPages = () => import('@/features/settings/settings-pages');
const ownSettings = (page: 'all' | 'first' | 'profile' | 'appearance') => async () => ({
  Component: (await settingsPages()).settingsPages[page],
});
const notificationSettings = async () => ({
  Component: (await import('@/features/notifications/preferences/preferences-part')).PreferencesPart,
});
const notificationRules = async () => ({
  Component: (await import('@/features/notifications/rules/rules-part')).RulesPart,
});
const users = async () => ({ Component: (await import('./pages/users-page')).UsersPage });
const branding = async () => ({
  Component: (await import('@/features/branding/branding-part')).BrandingPart,
});
const embedding = async () => ({
  Component: (await import('@/features/embedding/embedding-part')).EmbeddingPart,
});
const templates = async () => ({
  Component: (await import('@/features/deliverables/templates/templates-part')).TemplatesPart,
});
const staffPaths = ['firms', 'carriers', 'globalTemplates'] as const;
const staffPages = () => import('./pages/staff-pages');
const medicalRequests = async () => ({
  Component: (await import('@/features/medical/open-page')).OpenRequestsPage,
});
const audit = async () => ({ Component: (await import('@/features/audit/audit-page')).AuditPage });
const selectAccount = async () => ({
  Component: (await import('./pages/select-account-page')).SelectAccountPage,
});
const sessionEndPage = () => import('./pages/session-end-page');
const sessionTimeout = async () => ({ Component: (await sessionEndPage()).SessionTimeoutPage });
const signedOut = async () => ({ Component: (await sessionEndPage()).SignedOutPage });
const loginCallback = async () => {
  const { LoginCallbackPage } = await import('./pages/login-callback-page');
  return { element: <LoginCallbackPage onInteractionRequired={resumeSignIn} /> };
};
const notFound = async () => ({ Component: (await import('./pages/not-found-page')).NotFoundPage });

const list = (name: ListName, loadRecord: () => Promise<unknown>): ListHandle => ({ list: name, loadRecord });

/** The pages rendered inside the shell. */
const pages: RouteObject[] = [
  { path: paths.home, lazy: home },
  { path: paths.policies, lazy: policies, handle: list('policies', policy) },
  { path: paths.annuities, lazy: annuities, handle: list('annuities', annuity) },
  { path: paths.policy(':uuid'), lazy: policy },
  { path: paths.annuity(':uuid'), lazy: annuity },
  { path: paths.bestInterest, lazy: bestInterest },
  { path: paths.beneficiaries, lazy: beneficiaries },
  { path: paths.transactions, lazy: transactions },
  { path: paths.agents, lazy: agents, handle: list('agents', agent) },
  { path: paths.owners, lazy: owners, handle: list('owners', owner) },
  { path: paths.insureds, lazy: insureds, handle: list('insureds', insured) },
  { path: paths.medicalRequests, lazy: medicalRequests },
  { path: paths.agent(':uuid'), lazy: agent },
  { path: paths.owner(':uuid'), lazy: owner },
  { path: paths.insured(':uuid'), lazy: insured },
  { path: paths.cohorts, lazy: cohorts },
  { path: paths.cohort(':uuid'), lazy: cohort },
  { path: paths.uploads, lazy: uploads },
  { path: paths.newUpload(':kind'), lazy: upload },
  { path: paths.upload(':uuid'), lazy: upload },
  { path: paths.dashboard, lazy: dashboard },
  { path: paths.insights, lazy: insights },
  { path: paths.analytics(':kind'), lazy: analytics },
  ...reports.flatMap((slug) => [
    {
      path: paths.reports(slug),
      lazy: async () => ({ Component: (await reportPages()).reportPages[slug].List }),
    },
    {
      path: paths.report(slug, ':uuid'),
      lazy: async () => ({ Component: (await reportPages()).reportPages[slug].Detail }),
    },
  ]),
  { path: paths.staleReports, lazy: staleReports },
  { path: paths.support, lazy: support },
  { path: paths.notifications, lazy: notifications },
  ...trustPaths.map((page) => ({
    path: paths[page],
    lazy: async () => ({ Component: (await trustPages()).trustPages[page] }),
  })),
  { path: paths.trust(':uuid'), lazy: trust },
  { path: paths.duplicates, lazy: duplicates },
  { path: paths.merge, lazy: merge },
  ...staffPaths.map((page) => ({
    path: paths[page],
    lazy: async () => ({ Component: (await staffPages()).staffPages[page] }),
  })),
  {
    path: paths.settings,
    lazy: ownSettings('all'),
    children: [
      { index: true, lazy: ownSettings('first') },
      { path: paths.profile, lazy: ownSettings('profile') },
      { path: paths.appearance, lazy: ownSettings('appearance') },
      { path: paths.notificationSettings, lazy: notificationSettings },
      { path: paths.users, lazy: users },
      { path: paths.branding, lazy: branding },
      { path: paths.embedding, lazy: embedding },
      { path: paths.templates, lazy: templates },
      { path: paths.notificationRules, lazy: notificationRules },
      { path: paths.audit, lazy: audit },
    ],
  },
  { path: '*', lazy: notFound },
];

/** Makes lazy routes wait for the connection instead of failing while offline. */
const withOnlineRetry = (route: RouteObject): RouteObject => {
  const { lazy, children } = route;
  return {
    ...route,
    ...(typeof lazy === 'function' && { lazy: () => loadWhenOnline(lazy) }),
    ...(children && { children: children.map(withOnlineRetry) }),
  } as RouteObject;
};

const shellRoute: RouteObject = {
  Component: Shell,
  children: [{ ErrorBoundary: ServerErrorPage, children: pages.map(withOnlineRetry) }],
};

const signedInRoute: RouteObject = {
  Component: SignedIn,
  children: [
    { path: paths.selectAccount, lazy: selectAccount },
    { id: ACCOUNT_ROUTE, Component: WithAccount, children: [shellRoute] },
  ],
};

/** All routes of the app. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: BareServerErrorPage,
    HydrateFallback: () => null,
    children: [
      { path: paths.loginCallback, lazy: loginCallback },
      { path: paths.logout, Component: LogoutPage },
      { path: paths.sessionTimeout, lazy: sessionTimeout },
      { path: paths.signedOut, lazy: signedOut },
      signedInRoute,
    ],
  },
];

export function createRouter({ analyticsUrl }: AppConfig) {
  const router = createBrowserRouter(routes);
  if (analyticsUrl) trackPageViews(router, analyticsUrl);
  preloadRecords(router);
  return router;
}

export type AppRouter = ReturnType<typeof createRouter>;
