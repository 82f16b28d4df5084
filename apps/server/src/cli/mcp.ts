import '../compile-cache.mjs'
import { packedProgram } from '../packed/packed-folder.ts'
import type * as Program from './mcp-program.ts'

const { run } = (await import(packedProgram('mcp') ?? './mcp-program.ts')) as typeof Program
run()
