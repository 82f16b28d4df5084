// Preloaded before a program (`node --import ./apps/server/src/compile-cache.mjs …`): from the second run on nothing is
// compiled, and even the TypeScript compiler isn't loaded. Enabling the cache within the program would be too late for
// that.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/parlance'))
