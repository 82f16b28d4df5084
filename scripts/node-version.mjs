// Runs before a program. npm puts the Node 24 from the dependencies first in the path. If npm could not install it, or
// an older Node still runs despite npm's warning, this explains the problem in one line.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Parlance needs Node 24 or later, but this is Node ${process.versions.node}. ` +
      'Run `npm ci` without --omit=optional so that npm installs Node 24, or install it yourself.',
  )
  process.exit(1)
}

const ofMachine = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
const serves = ['start', 'demo', 'dev'].includes(process.env.npm_lifecycle_event ?? '')
if (serves && Number(ofMachine) < 22) {
  console.log(
    `Parlance runs on its own Node ${process.versions.node}. You can ignore npm's warnings about Node ${ofMachine}.`,
  )
}
