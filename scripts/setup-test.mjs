// Installs what the tests need in addition to npm packages, and reports what it does. `npm test` itself installs
// nothing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const wanted = [
  {
    name: 'Chromium',
    // Installs the first one that the system offers. Journeys are faster with the headless shell.
    debian: ['chromium-headless-shell', 'chromium'],
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  },
  { name: 'MariaDB', debian: ['mariadb-server'], commands: ['mariadbd', 'mysqld'] },
]
const missing = wanted.filter((tool) => !tool.commands.some(isInstalled))

for (const tool of wanted) console.log(`${tool.name}: ${missing.includes(tool) ? 'missing' : 'found'}`)
if (missing.length === 0) process.exit(0)

if (isRootOnDebian()) installWithApt(missing)
else explain(missing)

function isInstalled(command) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.some((folder) => existsSync(join(folder, command)))
}

function isRootOnDebian() {
  return process.getuid?.() === 0 && isInstalled('apt-get')
}

function installWithApt(tools) {
  // The package would start its own server; the tests start one on a private port instead.
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  mustRun('apt-get', ['update', '-qq'], environment)
  const packages = tools.map(({ debian }) => debian.find(isOffered) ?? debian[0])
  console.log(`Installing with apt-get: ${packages.join(', ')}`)
  mustRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], environment)
  console.log('Done.')
}

function isOffered(name) {
  return succeeds('apt-cache', ['show', name], { stdio: 'ignore' })
}

function mustRun(command, commandArguments, environment) {
  if (succeeds(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'], env: environment })) return
  console.error(`${command} ${commandArguments[0]} failed.`)
  process.exit(1)
}

function succeeds(command, commandArguments, options) {
  return spawnSync(command, commandArguments, options).status === 0
}

function explain(tools) {
  for (const tool of tools) {
    if (tool.name === 'Chromium') {
      console.log('Chromium: installing the browser from Playwright.')
      mustRun('npx', ['playwright', 'install', '--only-shell', 'chromium'], process.env)
    } else {
      console.log(
        'MariaDB: this command cannot install it here. Install it yourself, or run ' +
          '`docker compose -f deploy/test-compose.yml up -d mariadb` and set ' +
          'TEST_MYSQL_URL=mysql://root:parlance@127.0.0.1:3307/mysql. Without MariaDB, its tests are skipped.',
      )
    }
  }
}
