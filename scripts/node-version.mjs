// Runs under whatever Node the machine has: where npm could not bring Node 24, it says so in one line.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Parlance needs Node 24 or newer and found ${process.versions.node}. ` +
      'Run `npm ci` without --omit=optional to let npm bring it, or install Node 24.',
  )
  process.exit(1)
}
