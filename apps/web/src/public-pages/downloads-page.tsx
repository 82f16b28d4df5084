import type { ReactNode } from 'react'

/** How the product is installed; every command here is one of the repository's own. */
export function DownloadsPage() {
  return (
    <>
      <section className="hero hero-small">
        <h1>Downloads</h1>
        <p>Parlance runs on your own machine or server. Everything it needs comes with it.</p>
      </section>
      <Way
        title="With npm"
        needs="Node 20 or newer and npm. The right Node (24) is installed as a dependency."
        commands={'npm ci\nnpm start'}
      >
        Open the printed address, register, and ask. The first account becomes the administrator, and a sample shop is
        connected already.
      </Way>
      <Way
        title="With Docker"
        needs="Docker with Compose. The image is built from this source; it runs without root and has a health check."
        commands={
          'docker build -f deploy/Dockerfile -t parlance .\ndocker run -p 8000:8000 -v parlance-data:/data parlance'
        }
      >
        For several server processes on one PostgreSQL use <code>docker compose -f deploy/compose.yml up -d</code>.
      </Way>
      <Way
        title="As a systemd service"
        needs="A Linux server with systemd, and an account of its own for the service."
        commands={'sudo cp deploy/parlance.service /etc/systemd/system/\nsudo systemctl enable --now parlance'}
      >
        <a href="/docs/install">Installing</a> says what to set before. Behind a reverse proxy, see{' '}
        <a href="/docs/reverse-proxy">Reverse proxy</a>.
      </Way>
      <Way
        title="From the command line alone"
        needs="The same as with npm. No server is started, and no account is needed."
        commands={'npm run ask -- --database ./chinook.sqlite "How many tracks are there per genre?"'}
      >
        It prints the SQL, the rows and how the question was understood.
      </Way>
      <section className="way">
        <h2>Before you upgrade</h2>
        <p>
          Make a backup, read the change log, start the new version. Migrations run by themselves. See{' '}
          <a href="/docs/backup">Backup and restore</a> and <a href="/docs/upgrade">Upgrading</a>.
        </p>
      </section>
    </>
  )
}

interface WayProps {
  title: string
  needs: string
  commands: string
  children: ReactNode
}

function Way({ title, needs, commands, children }: WayProps) {
  return (
    <section className="way">
      <h2>{title}</h2>
      <p className="muted">{needs}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone */}
      <pre className="command" tabIndex={0}>
        <code>{commands}</code>
      </pre>
      <p>{children}</p>
    </section>
  )
}
