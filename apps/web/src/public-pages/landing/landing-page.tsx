import { Code, Database, Layers, MessageSquare, ShieldCheck, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoChat } from './demo-chat.tsx'

interface Feature {
  /** The icon's name in the requirement documents. */
  name: string
  icon: LucideIcon
  title: string
  text: string
}

const features: Feature[] = [
  {
    name: 'chat',
    icon: MessageSquare,
    title: 'Natural-language queries',
    text: 'Ask as you would ask a colleague. The answer starts with the number, then shows the rows it came from.',
  },
  {
    name: 'database',
    icon: Database,
    title: 'Multi-database support',
    text: 'PostgreSQL, MySQL, Oracle, SQL Server, Snowflake, BigQuery and more. No one can use a connection before its test succeeds.',
  },
  {
    name: 'shield',
    icon: ShieldCheck,
    title: 'Row-level and column-level security',
    text: 'The server adds your rules to the SQL after the model has written it. Values that a user may not see never leave the database.',
  },
  {
    name: 'layers',
    icon: Layers,
    title: 'Business areas',
    text: 'Logical groupings of a database: the twelve tables that a team uses, the joins between them, and what its words mean.',
  },
  {
    name: 'users',
    icon: Users,
    title: 'Team collaboration',
    text: 'Public and private business areas, or areas shared with the users you choose. Administrators decide who can use which database.',
  },
  {
    name: 'code',
    icon: Code,
    title: 'Visible, editable SQL',
    text: 'Every answer includes its generated SQL. Read it, change it, run it again with the same checks, and export the result.',
  },
]

export function LandingPage() {
  return (
    <>
      <section className="hero">
        <h1>Ask your database. Read the answer and the proof.</h1>
        <p>
          Parlance turns a question into SQL, adds your row and column rules, runs it from your own server, and shows
          each step. Your data stays in your database.
        </p>
        <div className="calls">
          <a className={buttonClass({ kind: 'primary', size: 'large' })} href="/register">
            Start Free Trial
          </a>
          <a className={buttonClass({ size: 'large' })} href="/docs">
            View Documentation
          </a>
        </div>
        <p className="small-print">
          Free forever for personal use. No credit card.
          <br />
          Every installation starts with a 14-day Enterprise trial.
        </p>
      </section>
      <DemoChat />
      <section>
        <div className="features-head">
          <h2>Ready for your whole organization</h2>
          <p>Six features that make it safe to let everyone ask.</p>
        </div>
        <ul className="feature-list">
          {features.map(({ name, icon, title, text }) => (
            <li key={name} data-icon={name}>
              <Icon of={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <p className="more-link">
          <a href="/features">See all features</a>
        </p>
      </section>
      <section className="closing">
        <div className="min-w-0 flex-1">
          <h2>Ask the first question today</h2>
          <p>Two commands, a sample database, and a built-in engine that needs no API key.</p>
        </div>
        <a className={buttonClass({ kind: 'primary', size: 'large' })} href="/register">
          Get Started Free
        </a>
        <a className={buttonClass({ size: 'large' })} href="/pricing">
          View Pricing
        </a>
      </section>
    </>
  )
}
