/** The logo and name of the platform. */
export function Logo({ name }: { name: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 'var(--fb-space-8)' }}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--fb-brand)" />
        <path d="M9 7.5h7.5A3.5 3.5 0 0 1 20 11v14.5a3 3 0 0 0-3-3H9z" fill="#fff" />
        <path d="M23 7.5h-1.2v17.6A3 3 0 0 1 23 25z" fill="#fff" opacity="0.6" />
        <path d="M12 12h5M12 15.5h5" stroke="var(--fb-brand)" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
      <span style={{ fontWeight: 650, fontSize: 'var(--fb-size-16)', letterSpacing: '-0.02em' }}>{name}</span>
    </span>
  );
}
