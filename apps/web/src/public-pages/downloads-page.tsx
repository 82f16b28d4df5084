import type { ReactNode } from 'react'

/** How to get, verify, and install Parlance. Each command exists in the repository. */
export function DownloadsPage() {
  return (
    <>
      <section className="hero hero-small">
        <h1>Downloads</h1>
        <p>Parlance runs on your own computer or server.</p>
      </section>
      <Way
        title="With npm"
        needs="You need npm and Node 20 or newer. Parlance installs Node 24 as a dependency and runs on it."
        commands={'npm ci\nnpm start'}
      >
        Open the address that it prints, register, and ask. The first account becomes the administrator. A sample
        database is already connected.
      </Way>
      <Way
        title="With Docker"
        needs="You need Docker. The image is built from the source, runs without root, and has a health check."
        commands={
          'docker build -f deploy/Dockerfile -t parlance .\ndocker run -p 8000:8000 -v parlance-data:/data parlance'
        }
      >
        To run several server processes with PostgreSQL, use <code>docker compose -f deploy/compose.yml up -d</code>.
      </Way>
      <Way
        title="As a systemd service"
        needs="You need a Linux server with systemd, and a system account for the service."
        commands={'sudo cp deploy/parlance.service /etc/systemd/system/\nsudo systemctl enable --now parlance'}
      >
        First do the steps in <a href="/docs/install">Installing</a>. If you use a reverse proxy, also read{' '}
        <a href="/docs/reverse-proxy">Reverse proxy</a>.
      </Way>
      <Way
        title="On the command line"
        needs="You need the same as with npm, but no server and no account."
        commands={'npm run ask -- --database ./chinook.sqlite "How many tracks are there per genre?"'}
      >
        It prints the SQL, the rows, and how it understood the question.
      </Way>
      <section className="install-way">
        <h2>Source and verification</h2>
        <p className="text-muted">
          Parlance runs from its source, which is under the Apache License 2.0. There is no other build to download.
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone */}
        <pre className="command" tabIndex={0}>
          <code>{'git log -1 --format=%H\ngit status --short\nnpm ci'}</code>
        </pre>
        <p>
          The source is in the Git repository that you install from. Run these commands in it: the first prints the
          commit to compare with the one that you expect. The second prints nothing if no file was changed. The last one
          refuses any package whose checksum differs from <code>package-lock.json</code>.
        </p>
      </section>
      <section className="install-way">
        <h2>Before you upgrade</h2>
        <p>
          Make a backup, read the changelog, and start the new version. Migrations run automatically. See{' '}
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
    <section className="install-way">
      <h2>{title}</h2>
      <p className="text-muted">{needs}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone */}
      <pre className="command" tabIndex={0}>
        <code>{commands}</code>
      </pre>
      <p>{children}</p>
    </section>
  )
}
