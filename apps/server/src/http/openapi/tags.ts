interface Tag {
  name: string
  description: string
  /** Beginnings of the URLs that belong to the tag. */
  urls: readonly string[]
}

const setup = '/api/v1/env-config'
const management = '/api/v1/database-management'
const areas = '/api/v1/business-areas'

/** If several beginnings fit a URL, the longest one wins. */
const tags: readonly Tag[] = [
  {
    name: 'Sign-in',
    description: 'Register, sign in and out, and recover a password.',
    urls: ['/api/v1/auth'],
  },
  {
    name: 'Single sign-on',
    description: 'Sign in with the identity provider of an organization.',
    urls: ['/api/v1/single-sign-on'],
  },
  {
    name: 'API tokens',
    description: 'Tokens with which programs act as a user.',
    urls: ['/api/v1/api-tokens', '/api/v1/admin/api-tokens', '/api/v1/service-accounts'],
  },
  {
    name: 'Questions',
    description: 'Ask questions, and follow the events of their answers.',
    urls: [
      '/api/v1/custom_run_sse',
      '/api/v1/custom_cancel',
      '/run',
      '/run_sse',
      '/api/v1/turns',
      '/api/v1/starter-questions',
    ],
  },
  {
    name: 'Conversations',
    description: 'Conversations with their events and files. URLs and fields call a conversation a session.',
    urls: ['/apps', '/api/v1/sessions', '/api/v1/admin/sessions'],
  },
  { name: 'Queries', description: 'Run SQL, and export results.', urls: ['/api/v1/query'] },
  { name: 'MCP', description: 'Use the server from models of other programs.', urls: ['/mcp', '/.well-known'] },
  {
    name: 'Connections',
    description:
      'Configured databases. URLs call a connection a configuration. `config_id` and `database_config_id` are its ID.',
    urls: [management],
  },
  {
    name: 'Uploads',
    description: 'Files that become a database: SQLite, CSV, and Excel.',
    urls: [`${management}/uploads`],
  },
  {
    name: 'Tables',
    description: 'The tables and columns of a connection.',
    urls: [`${management}/tables`, `${areas}/database-tables`],
  },
  {
    name: 'Business areas',
    description: 'Selected tables with descriptions, relationships, and rules for rows and columns.',
    urls: [areas],
  },
  {
    name: 'Evaluation',
    description: 'Question sets of business areas, and runs that ask every question and compare the answers.',
    urls: [`${areas}/:id/evaluation`, `${areas}/evaluation-badges`],
  },
  {
    name: 'Protected tables',
    description: 'Tables that areas show only after an administrator approves it.',
    urls: ['/api/v1/area-approvals', `${areas}/:id/pending-approval`, `${management}/:id/protection`],
  },
  {
    name: 'Verified examples',
    description: 'Questions with SQL that a user confirmed. Approved ones help with other questions.',
    urls: ['/api/v1/examples'],
  },
  {
    name: 'Applications',
    description: 'Applications group connections and business areas.',
    urls: [`${management}/applications`, `${setup}/applications`],
  },
  { name: 'Users', description: 'Users, their roles, limits, and access.', urls: ['/api/v1/users'] },
  {
    name: 'Groups',
    description: 'Groups of users, which give access, limits, and attributes to their members.',
    urls: ['/api/v1/groups'],
  },
  { name: 'Audit log', description: 'Who did what, and when.', urls: ['/api/v1/audit'] },
  {
    name: 'Model costs',
    description: 'What model calls used and cost, prices of models, and budgets.',
    urls: ['/api/v1/model-usage', '/api/v1/model-prices', '/api/v1/model-budgets'],
  },
  {
    name: 'Overview',
    description: 'What waits for administrators, and how the installation is used.',
    urls: ['/api/v1/overview'],
  },
  { name: 'License', description: 'The installed license and its limits.', urls: ['/api/v1/license'] },
  {
    name: 'Models',
    description: 'The language model that answers questions.',
    urls: ['/api/v1/preferences', `${setup}/orchestration`, `${setup}/models`, `${setup}/test/orchestration`],
  },
  { name: 'Setup', description: 'The first setup, and settings of the installation.', urls: [setup] },
  { name: 'Health', description: 'The health of the server.', urls: ['/api/v1/health'] },
]

/** @returns the tag of a route */
export function tagOf(url: string): string {
  const matches = tags.flatMap(({ name, urls }) =>
    urls.filter((start) => url.startsWith(start)).map((start) => ({ name, length: start.length })),
  )
  return matches.toSorted((a, b) => b.length - a.length)[0]?.name ?? 'Other'
}

/** @returns the tags that routes have, in the order of the document */
export function tagsOf(urls: readonly string[]): { name: string; description: string }[] {
  const used = new Set(urls.map(tagOf))
  return tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }))
}
