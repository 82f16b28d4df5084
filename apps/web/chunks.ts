import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

/** What the public pages' script is built from. */
export const publicScript = 'src/public-pages/script/main.ts'

/** The screen that most people open first. */
const firstScreen = 'src/screens/chat/chat-screen.tsx'

/** The number of screens that share a module before all of them load it in one file. */
const sharedByMany = 12

/**
 * Puts modules into few files, because each file is a request: those of the public pages and the app, those that the app
 * starts with, and those that most screens share: with the chat, or only with each other. The rest loads with its screen.
 */
export const fewFiles: Rolldown.CodeSplittingOptions = {
  groups: [
    // Public pages must not load the app.
    { name: moduleOf(publicScript, 'everywhere'), test: (id) => !id.includes('/public-pages/'), priority: 3 },
    { name: 'start', tags: ['$initial'], test: (id) => !id.includes('/public-pages/'), priority: 2 },
    { name: moduleOf(firstScreen, 'common'), minShareCount: 2, priority: 1 },
    { name: 'pages', minShareCount: sharedByMany, priority: 0 },
  ],
}

/** Names the group of the modules that a file loads with it; others are not in the group. */
function moduleOf(file: string, group: string): Rolldown.CodeSplittingNameFunction {
  let found: Set<string> | null = null
  return (id, context) => {
    found ??= importedBy(
      resolve(import.meta.dirname, file),
      (module) => context.getModuleInfo(module)?.importedIds ?? [],
    )
    return found.has(id) ? group : null
  }
}

function importedBy(first: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([first])
  for (const id of found) for (const imported of importsOf(id)) found.add(imported)
  return found
}
