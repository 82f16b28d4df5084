import { Code, Database, Layers, MessageSquare, ShieldCheck, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoChat } from './demo-chat.tsx'

interface Feature {
  /** The documents' name of the icon. */
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
    text: 'PostgreSQL, MySQL, Oracle, SQL Server, Snowflake, BigQuery and more. Each connection is tested before anyone can use it.',
  },
  {
    name: 'shield',
    icon: ShieldCheck,
    title: 'Row-level and column-level security',
    text: 'Rules are added to the SQL on the server, after the model wrote it. What a person may not see never leaves the database.',
  },
  {
    name: 'layers',
    icon: Layers,
    title: 'Business areas',
    text: 'Logical groupings of a database: the twelve tables a team works with, the joins between them and what its words mean.',
  },
  {
    name: 'users',
    icon: Users,
    title: 'Team collaboration',
    text: 'Public and private business areas, or shared with the people you choose. Administrators decide who reaches which database.',
  },
  {
    name: 'code',
    icon: Code,
    title: 'Visible, editable SQL',
    text: 'Every answer carries the SQL generated for it. Read it, change it, run it again through the same checks, export the result.',
  },
]

export function LandingPage() {
  return (
    <>
      <section className="hero">
        <h1>Ask your database. Read the answer and the proof.</h1>
        <p>
          Parlance turns a question into SQL, adds your row and column rules, runs it on your own server and shows each
          step. Your data stays where it is.
        </p>
        <div className="cta">
          <a className={buttonClass({ kind: 'primary', size: 'large' })} href="/register">
            Start Free Trial
          </a>
          <a className={buttonClass({ size: 'large' })} href="/docs">
            View Documentation
          </a>
        </div>
        <p className="small-print">Free forever for personal use. No credit card.</p>
      </section>
      <DemoChat />
      <section>
        <div className="fh">
          <h2>What you can hand to a whole organization</h2>
          <p>Six things that make a question box safe to open to everyone.</p>
        </div>
        <ul className="feat">
          {features.map(({ name, icon, title, text }) => (
            <li key={name} data-icon={name}>
              <Icon of={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <p className="more">
          <a href="/features">See what it does, feature by feature</a>
        </p>
      </section>
      <section className="end">
        <div className="grow">
          <h2>Ask the first question today</h2>
          <p>Two commands, a sample database, and an engine that needs no key.</p>
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
