import type { Layers } from './import-rules.ts'

/** The workspaces from the bottom up, relative to the repository. */
export const workspaceLayers: Layers = [
  ['packages/contract', 'packages/client'],
  ['packages/sql', 'packages/retrieval'],
  ['packages/semantics'],
  ['packages/engine', 'packages/drivers', 'packages/evaluation'],
  ['apps/server', 'apps/web'],
]

/** The web's folders and root files from the bottom up, relative to `apps/web/src`. */
export const webLayers: Layers = [
  ['lib'],
  ['ui', 'api', 'actions'],
  ['components'],
  ['screens', 'shell', 'public-pages'],
  ['admin-routes.tsx'],
  ['routes.tsx'],
  ['app.tsx'],
  ['main.tsx'],
  // A page for development, which the product does not have: nothing may import it.
  ['parts'],
]
