import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

/** What the public pages' script is built from. */
export const publicScript = 'src/public-pages/script/main.ts'

/** The number of screens that share a module before all of them load it in one file. */
const sharedByMany = 12

/**
 * Puts modules into few files, because each file is a request: those of the public pages and the app, those that the app
 * starts with, and those that most screens share. The rest loads with its screen.
 */
export const fewFiles: Rolldown.CodeSplittingOptions = {
  groups: [
    // Public pages must not load the app.
    { name: publicModule('everywhere'), priority: 3 },
    { name: 'start', tags: ['$initial'], test: (id) => !id.includes('/public-pages/'), priority: 2 },
    { name: 'common', minShareCount: sharedByMany, priority: 1 },
  ],
}

/** Names the group of the modules that the public pages' script shares with the app. */
function publicModule(group: string): Rolldown.CodeSplittingNameFunction {
  let found: Set<string> | null = null
  return (id, context) => {
    found ??= importedBy(
      resolve(import.meta.dirname, publicScript),
      (module) => context.getModuleInfo(module)?.importedIds ?? [],
    )
    return found.has(id) && !id.includes('/public-pages/') ? group : null
  }
}

function importedBy(first: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([first])
  for (const id of found) for (const imported of importsOf(id)) found.add(imported)
  return found
}
