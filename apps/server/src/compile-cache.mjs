// Loaded before a program (`node --import ./apps/server/src/compile-cache.mjs …`): from the second run on nothing is
// compiled, and the compiler of TypeScript is not even loaded. A program that says so itself says it too late for that.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/parlance'))
