/** A plan on the pricing page. A limit of -1 means unlimited. The license code has the same limits, as a test proves. */
export interface Plan {
  name: string
  price: string
  period: string
  description: string
  features: string[]
  limits: { users: number; databases: number; businessAreas: number; tablesPerArea: number }
  highlighted: boolean
  ctaText: string
  ctaAction: 'contact-sales'
}

export interface ComparisonRow {
  feature: string
  personal: boolean | string
  standard: boolean | string
  enterprise: boolean | string
}

const contact = { price: 'Contact Sales', period: '', ctaText: 'Contact Sales', ctaAction: 'contact-sales' } as const

export const plans: Plan[] = [
  {
    ...contact,
    name: 'Personal',
    description: 'Free forever for personal use: one user and a few databases. No license needed.',
    features: ['Questions in plain language', 'All eleven kinds of database', 'CSV export', 'Community support'],
    limits: { users: 1, databases: 3, businessAreas: 3, tablesPerArea: 5 },
    highlighted: false,
  },
  {
    ...contact,
    name: 'Standard',
    description: 'For a team that shares its business areas.',
    features: [
      'Everything in Personal',
      'Team collaboration with public and private areas',
      'Excel and JSON export',
      'Priority email support',
    ],
    limits: { users: 50, databases: 10, businessAreas: 50, tablesPerArea: 10 },
    highlighted: true,
  },
  {
    ...contact,
    name: 'Enterprise',
    description: 'For a whole organization, with row-level and column-level security.',
    features: [
      'Everything in Standard',
      'Row-level security',
      'Column-level security with masking',
      'Restricted business areas',
      'On-premise option',
      'Dedicated team',
    ],
    limits: { users: -1, databases: -1, businessAreas: -1, tablesPerArea: -1 },
    highlighted: false,
  },
]

/** SAML is planned, but not built. */
const signOn = 'OpenID Connect, SAML coming soon'

export const comparison: ComparisonRow[] = [
  row('Users', '1', 'Up to 50', 'Unlimited'),
  row('Database connections', '3', '10', 'Unlimited'),
  row('Business areas', '3', '50', 'Unlimited'),
  row('Tables per area', '5', '10', 'Unlimited'),
  row('Query history', '30 days', '1 year', 'Unlimited'),
  row('Export', 'CSV', 'CSV, Excel, JSON', 'All formats plus custom'),
  row('API access', false, true, true),
  row('Team collaboration', false, true, true),
  row('Restricted business areas', false, false, true),
  row('Row-level security', false, false, true),
  row('Column-level security with masking', false, false, true),
  row('SSO/SAML', false, false, signOn),
  row('On-premise option', false, false, true),
  row('Support', 'Community', 'Priority email', 'Dedicated team'),
]

function row(
  feature: string,
  personal: boolean | string,
  standard: boolean | string,
  enterprise: boolean | string,
): ComparisonRow {
  return { feature, personal, standard, enterprise }
}

export const questions: { question: string; answer: string }[] = [
  {
    question: 'Is there a free trial?',
    answer:
      'Yes. Standard and Enterprise come with a 14-day free trial, no credit card required. It starts with the installation, with the features of Enterprise.',
  },
  {
    question: 'Do you have a discount for schools and non-profits?',
    answer: 'Educational institutions and non-profits get a 50% discount.',
  },
  {
    question: 'How can we pay?',
    answer: 'By major credit cards and PayPal, and by wire transfer for Enterprise.',
  },
  {
    question: 'Can we host it ourselves?',
    answer:
      'Self-hosting is available only with Enterprise. This version does not enforce that: every installation runs on your own server, whatever its plan.',
  },
  {
    question: 'What happens when we come close to a limit?',
    answer:
      'Users are notified when approaching limits: administrators see a notice at 80% and at 100%. Nothing that exists is removed.',
  },
  {
    question: 'Can we change the plan later?',
    answer: 'Upgrades and downgrades are possible at any time and are effective immediately.',
  },
]
