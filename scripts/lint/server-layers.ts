import type { Layers } from './import-rules.ts'

/**
 * The server's folders and root files from the bottom up, relative to `apps/server/src`. A member imports only members
 * of lower layers; members of one layer do not import each other. Types follow the same rule.
 */
export const serverLayers: Layers = [
  ['lib', 'compile-cache.mjs'],
  ['secrets'],
  ['config'],
  ['store', 'watchdog'],
  ['context'],
  ['http'],
  ['effective-rights'],
  ['models', 'door', 'web'],
  ['packed'],
  ['agent'],
  ['features/audit', 'features/health'],
  ['features/license'],
  ['features/settings', 'features/connections', 'features/api-tokens'],
  ['features/audit-settings', 'features/email', 'features/catalog', 'features/protection', 'features/usage'],
  ['features/users', 'features/values', 'features/connection-health'],
  ['features/auth', 'features/areas'],
  [
    'features/user-access',
    'features/groups',
    'features/single-sign-on',
    'features/service-accounts',
    'features/examples',
    'features/wizard',
  ],
  ['features/chat', 'features/overview'],
  ['features/exports', 'features/visualization', 'features/evaluation', 'features/model-doctor', 'features/mcp'],
  ['account-services.ts'],
  ['app.ts'],
  ['start-server.ts', 'load-ahead.ts', 'cli'],
  ['program.ts'],
  ['main.ts'],
]

/** The layers inside the business areas, relative to `apps/server/src/features/areas`. */
export const areaLayers: Layers = [
  ['store'],
  ['rights'],
  ['scoping'],
  ['guarding'],
  ['editing'],
  ['approving', 'drafting', 'proving', 'previewing', 'recommending'],
  ['proposing', 'defining'],
  ['present.ts'],
  ['service.ts'],
  ['moving'],
  ['version-headers.ts'],
  [
    'wiring.ts',
    'routes.ts',
    'proof-routes.ts',
    'protection-routes.ts',
    'definition-routes.ts',
    'draft-routes.ts',
    'metric-routes.ts',
    'proposal-routes.ts',
  ],
]
