// Checks all projects even if one fails, so that one run names every place.
import { spawnSync } from 'node:child_process'

const projects = ['tsconfig.json', 'apps/web/tsconfig.json', 'e2e/tsconfig.json']
const shell = process.platform === 'win32'
const failed = projects.filter((project) => spawnSync('tsc', ['-p', project], { stdio: 'inherit', shell }).status !== 0)
process.exit(failed.length === 0 ? 0 : 1)
