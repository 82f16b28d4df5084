// Checks all projects even if one fails, so that one run names every place. Files that didn't change since the last
// run are not checked again.
import { spawnSync } from 'node:child_process'

const projects = ['tsconfig.json', 'apps/web/tsconfig.json', 'e2e/tsconfig.json']
const shell = process.platform === 'win32'
const failed = projects.filter((project) => !check(project))
process.exit(failed.length === 0 ? 0 : 1)

function check(project) {
  const memory = `node_modules/.cache/typescript/${project.replaceAll('/', '-')}.tsbuildinfo`
  const options = ['-p', project, '--incremental', '--tsBuildInfoFile', memory]
  return spawnSync('tsc', options, { stdio: 'inherit', shell }).status === 0
}
