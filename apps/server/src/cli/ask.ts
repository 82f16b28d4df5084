import '../compile-cache.mjs'
import { packedProgram } from '../packed/packed-folder.ts'
import type * as Program from './ask-program.ts'

const { run } = (await import(packedProgram('ask') ?? './ask-program.ts')) as typeof Program
await run()
