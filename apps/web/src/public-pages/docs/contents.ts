import type { DatabaseKind } from '@parlance/contract'

/** One page of the documentation: /docs/{slug}, from a Markdown file below the repository's docs folder. */
export interface DocsEntry {
  slug: string
  file: string
}

export interface DocsGroup {
  title: string
  entries: DocsEntry[]
}

const databasePages = {
  postgresql: 'databases/postgresql.md',
  mysql: 'databases/mysql.md',
  sqlserver: 'databases/sqlserver.md',
  oracle: 'databases/oracle.md',
  sqlite: 'databases/sqlite.md',
  snowflake: 'databases/snowflake.md',
  bigquery: 'databases/bigquery.md',
  dremio: 'databases/dremio.md',
  mongodb: 'databases/mongodb.md',
  hana: 'databases/hana.md',
  googlesheets: 'databases/googlesheets.md',
} satisfies Record<DatabaseKind, string>

/** The documentation's contents in reading order; the first page is also /docs. */
export const docsContents: DocsGroup[] = [
  {
    title: 'For everyone',
    entries: [
      { slug: 'start', file: 'users/start.md' },
      { slug: 'asking', file: 'users/asking.md' },
      { slug: 'answers', file: 'users/answers.md' },
      { slug: 'results', file: 'users/results.md' },
      { slug: 'conversations', file: 'users/conversations.md' },
    ],
  },
  {
    title: 'For administrators',
    entries: [
      { slug: 'setup', file: 'admins/setup.md' },
      { slug: 'overview', file: 'admins/overview.md' },
      { slug: 'connecting', file: 'admins/connecting.md' },
      { slug: 'business-areas', file: 'admins/business-areas.md' },
      { slug: 'definitions', file: 'admins/definitions.md' },
      { slug: 'drafts', file: 'admins/drafts.md' },
      { slug: 'definition-files', file: 'admins/definition-files.md' },
      { slug: 'row-security', file: 'admins/row-security.md' },
      { slug: 'column-security', file: 'admins/column-security.md' },
      { slug: 'protected-tables', file: 'admins/protected-tables.md' },
      { slug: 'evaluation', file: 'admins/evaluation.md' },
      { slug: 'users', file: 'admins/users.md' },
      { slug: 'groups', file: 'admins/groups.md' },
      { slug: 'single-sign-on', file: 'admins/single-sign-on.md' },
      { slug: 'models', file: 'admins/models.md' },
      { slug: 'model-costs', file: 'admins/model-costs.md' },
      { slug: 'audit-log', file: 'admins/audit-log.md' },
      { slug: 'conversations-of-users', file: 'admins/conversations.md' },
      { slug: 'editions', file: 'admins/editions.md' },
    ],
  },
  {
    title: 'For self-hosters',
    entries: [
      { slug: 'install', file: 'self-hosters/install.md' },
      { slug: 'configuration', file: 'self-hosters/configuration.md' },
      { slug: 'reverse-proxy', file: 'self-hosters/reverse-proxy.md' },
      { slug: 'scaling', file: 'self-hosters/scaling.md' },
      { slug: 'backup', file: 'self-hosters/backup.md' },
      { slug: 'upgrade', file: 'self-hosters/upgrade.md' },
      { slug: 'benchmarks', file: 'self-hosters/benchmarks.md' },
    ],
  },
  {
    title: 'For API clients',
    entries: [
      { slug: 'api', file: 'api/api.md' },
      { slug: 'api-tokens', file: 'api/tokens.md' },
      { slug: 'api-client', file: 'api/client.md' },
      { slug: 'mcp', file: 'api/mcp.md' },
      { slug: 'api-chat', file: 'api/chat.md' },
      { slug: 'api-query', file: 'api/query.md' },
    ],
  },
  {
    title: 'Databases',
    entries: [
      { slug: 'databases', file: 'databases/README.md' },
      { slug: 'files', file: 'databases/files.md' },
      ...Object.entries(databasePages).map(([slug, file]) => ({ slug, file })),
    ],
  },
]

/** The site's address for a link between two Markdown files, or null if the target isn't a page of the site. */
export function docsPathOf(fromFile: string, href: string): string | null {
  const [path = '', fragment] = href.split('#', 2)
  const target = path === '' ? fromFile : resolve(fromFile, path)
  const entry = docsContents.flatMap(({ entries }) => entries).find(({ file }) => file === target)
  if (!entry) return null
  return `/docs/${entry.slug}${fragment === undefined ? '' : `#${fragment}`}`
}

function resolve(fromFile: string, path: string): string {
  const parts = fromFile.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
