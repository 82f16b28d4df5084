import type { Layers } from './import-rules.ts'

/** The workspaces from the bottom up, relative to the repository. */
export const workspaceLayers: Layers = [
  ['packages/contract'],
  ['packages/sql', 'packages/retrieval'],
  ['packages/engine', 'packages/drivers'],
  ['apps/server', 'apps/web'],
]

/** The web's folders and root files from the bottom up, relative to `apps/web/src`. */
export const webLayers: Layers = [
  ['lib'],
  ['ui', 'api', 'actions'],
  ['components'],
  ['screens', 'shell', 'public-pages'],
  ['routes.tsx'],
  ['app.tsx'],
  ['main.tsx'],
]

/** Folders that still have a circle among their files and subfolders. Remove a folder when its circle is gone. */
export const foldersWithCircles: readonly string[] = [
  'apps/web/src/screens/business-areas',
  'apps/web/src/screens/business-areas/tables',
  'packages/drivers/src/dremio',
  'packages/drivers/src/postgresql',
  'packages/engine/src',
  'packages/engine/src/schema',
  'packages/sql/src',
  'packages/sql/src/parse/libpg',
  'packages/sql/src/prove',
]
