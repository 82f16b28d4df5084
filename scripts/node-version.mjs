// Runs before a program. npm puts the Node 24 from the dependencies first in the path. If npm could not install it, or
// an older Node still runs despite npm's warning, this explains the problem in one line.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Parlance needs Node 24 or newer and found ${process.versions.node}. ` +
      'Run `npm ci` without --omit=optional to let npm bring it, or install Node 24.',
  )
  process.exit(1)
}

const ofMachine = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
const serves = ['start', 'demo', 'dev'].includes(process.env.npm_lifecycle_event ?? '')
if (serves && Number(ofMachine) < 22) {
  console.log(
    `Parlance runs on its own Node ${process.versions.node}, so npm's warnings about Node ${ofMachine} do not apply.`,
  )
}
