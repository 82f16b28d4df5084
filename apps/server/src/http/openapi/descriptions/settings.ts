import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'

/** Texts of models, email, setup, and health. */
export const settingsTexts: SchemaTexts = {
  GetHealthResponse: {
    description: 'The server is healthy.',
    properties: { status: 'Always `ok`.', version: ['Version of the product.', '1.2.0'] },
  },
  ProviderId: { description: 'A model provider. `builtin` is the built-in engine, which works without an API key.' },
  Model: {
    description: 'A language model.',
    properties: {
      id: ['ID of the model at its provider.', 'gpt-5-mini'],
      name: ['Name of the model.', 'GPT-5 mini'],
      description: ['What the model is good at.', 'Fast and inexpensive'],
    },
  },
  ModelProvider: {
    description: 'A model provider and its models.',
    properties: {
      id: 'ID of the provider.',
      name: ['Name of the provider.', 'OpenAI'],
      needs_key: 'Whether the provider needs an API key.',
      needs_base_url: 'Whether the provider needs a base URL.',
      models: 'Models of the provider.',
    },
  },
  ProviderList: {
    description: 'Model providers.',
    properties: {
      providers: [
        'Providers, by ID.',
        {
          openai: {
            id: 'openai',
            name: 'OpenAI',
            needs_key: true,
            needs_base_url: false,
            models: [{ id: 'gpt-5-mini', name: 'GPT-5 mini', description: 'Fast and inexpensive' }],
          },
        },
      ],
      compared_on: ['Date when the lists of models were last compared with those of the providers.', '2026-11-01'],
    },
  },
  ModelSettings: {
    description: 'A model and how to reach it.',
    properties: { provider: 'Provider of the model.', model: ['ID of the model.', 'gpt-5-mini'] },
  },
  RefreshModelsRequest: {
    description: 'How to reach the provider. The stored settings apply to absent fields.',
  },
  RefreshModelsResponse: {
    description: 'The models that the provider offers now.',
    properties: {
      provider: 'ID of the provider.',
      models: 'Models of the provider.',
      refreshed_at: ['When the provider returned the list.', time],
    },
  },
  Preferences: {
    description: 'How questions are answered.',
    properties: {
      llm_provider: ['ID of the model provider. Null if none is configured.', 'openai'],
      llm_model: ['ID of the model. Null if none is configured.', 'gpt-5-mini'],
      has_api_key: 'Whether an API key is stored.',
      temperature: ['Temperature of the model, 0.1 to 1.0, as text. Lower values are more predictable.', '0.1'],
      max_tokens: ['Maximum number of tokens of an answer, 100 to 32000, as text.', '4000'],
      share_data_with_llm: 'Whether the model can read rows of results.',
    },
  },
  UpdatePreferencesRequest: {
    description: 'Changes of the model preferences. Absent fields keep their values.',
    like: ['Preferences'],
    properties: { llm_provider: 'ID of the model provider.', llm_model: ['ID of the model.', 'gpt-5-mini'] },
  },
  VisualizationSettings: {
    description: 'Where results are visualized.',
    properties: {
      server_url: ['URL of the visualization page. `/visualize` is the page of this server.', '/visualize'],
    },
  },
  UpdateVisualizationRequest: {
    description: 'The new URL of the visualization page.',
    like: ['VisualizationSettings'],
  },
  EmailConfiguration: {
    description: 'How the server sends email. It never contains the password.',
    properties: {
      backend: ['Whether the server sends email by SMTP (`smtp`) or prints it to standard output (`console`).', 'smtp'],
      from_email: ['Email address of the sender.', 'parlance@example.com'],
      from_name: ['Name of the sender.', 'Parlance'],
      smtp_host: ['Host name of the mail server.', 'mail.example.com'],
      smtp_port: ['Port of the mail server.', 587],
      smtp_username: ['User name for the mail server.', 'parlance'],
      smtp_password: [
        'Password for the mail server. If null, absent, or empty, the stored one stays as long as host, port, and user name do not change.',
        's3cret',
      ],
      smtp_use_tls: 'Whether to require STARTTLS.',
      smtp_use_ssl: ['Whether to use TLS from the first byte.', false],
      has_smtp_password: 'Whether a password is stored.',
    },
  },
  SaveEmailRequest: { description: 'Email settings to save.', like: ['EmailConfiguration'] },
  TestEmailRequest: {
    description: 'Email settings to test.',
    like: ['EmailConfiguration'],
    properties: { to: ['Recipient of the test email. The default is you.', 'ann@example.com'] },
  },
  TestEmailResponse: {
    description: 'The test email was sent.',
    properties: {
      details: ['How it was sent, for people.', 'The mail server accepted a test email to ann@example.com.'],
      pattern: [
        'ICU pattern of `details`, if it has values. To translate it, format a translation of the pattern.',
        'The mail server accepted a test email to {to}.',
      ],
      values: ['Values of the pattern, by name.', { to: 'ann@example.com' }],
    },
  },
  RegistrationSettings: {
    description: 'What new users must do before they can sign in.',
    properties: {
      email_activation: 'Whether new users must enter an emailed code.',
      auto_approval: 'Whether new users need no approval by an administrator.',
    },
  },
  SetupStatus: {
    description: 'Which parts of the setup are complete.',
    properties: {
      orchestration_configured: 'Whether a model is configured.',
      orchestration_has_api_key: 'Whether an API key for the model is stored.',
      orchestration_provider: ['ID of the model provider. Null if none is configured.', 'openai'],
      orchestration_model: ['ID of the model. Null if none is configured.', 'gpt-5-mini'],
      database_type: ['Type of the first connection. Null if there is none.', 'postgresql'],
      email_backend: ['How the server sends email.', 'smtp'],
      email_configured: 'Whether email is configured.',
    },
  },
  SetupDatabase: {
    description: 'Settings of a database. Other fields of its type go next to these.',
    example: {
      type: 'postgresql',
      application_id: '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24',
      port: 5432,
      host: 'db.example.com',
      database: 'shop',
      username: 'parlance_reader',
      password: 's3cret',
    },
    properties: {
      type: ['Type of the database.', 'postgresql'],
      port: ['Port of the database.', 5432],
      sqlite_path: ['Path of the database file. Only for SQLite.', '/data/shop.db'],
    },
  },
  CompleteSetupRequest: {
    description: 'What to configure. Null or absent parts stay as they are.',
    properties: { orchestration: 'The model that answers questions.', database: 'A connection to add.' },
  },
  SampleDatabaseResponse: {
    description: 'The sample database.',
    properties: { db_path: ['Path of the database file on the server.', '/var/lib/parlance/sample.db'] },
  },
  ModelCheckId: { description: 'What is checked about a model.' },
  ModelRole: { description: 'The model that answers (`orchestration`), or the one that writes SQL (`sql_model`).' },
  CheckModelRequest: {
    description: 'The settings of a model to check. Absent settings are taken from the stored model.',
    properties: {
      provider: ['ID of the provider.', 'openai-compatible'],
      model: ['ID of the model at its provider.', 'qwen3:8b'],
      api_key: ['API key. The stored key is used if this is absent.', 'sk-example'],
      base_url: ['URL of the server.', 'http://127.0.0.1:11434/v1'],
      role: ['The stored model that the settings are for.', 'orchestration'],
    },
  },
  CheckStarted: {
    description: 'A check begins.',
    properties: { type: ['Always `started`.', 'started'], id: ['The check.', 'address'] },
  },
  CheckEnded: {
    description: 'A check has ended.',
    properties: { type: ['Always `checked`.', 'checked'], check: 'Its result.' },
  },
  CheckReport: {
    description: 'All checks have ended.',
    properties: { type: ['Always `report`.', 'report'], report: 'The result of all checks.' },
  },
  CheckError: {
    description: 'The checks could not continue.',
    properties: { type: ['Always `error`.', 'error'], message: ['What happened.', 'Choose a model.'] },
  },
  CheckPlan: {
    description: 'What a check costs at most.',
    properties: { calls: ['Calls of the model.', 11], tokens: ['Tokens of all calls.', 26700] },
  },
  ModelCheck: {
    description: 'The result of one check.',
    properties: {
      id: ['What was checked.', 'context-length'],
      state: [
        '`warning`: it works, but less well than it could. `skipped`: it could not be checked, or does not apply.',
        'failed',
      ],
      ms: ['Duration in milliseconds.', 1240],
      found: ['What was found.', { message: 'The context of qwen3:8b has only 4,096 tokens.' }],
      advice: ['What to do about it. Null if nothing.', { message: 'Start Ollama with OLLAMA_CONTEXT_LENGTH=16384.' }],
    },
  },
  SampleAnswer: {
    description: 'The answer to a question on the sample database.',
    properties: {
      question: ['The question.', 'How many customers are there in each country?'],
      sql: ['The SQL that ran. Null if none did.', 'SELECT country, COUNT(*) FROM customers GROUP BY country'],
      answer: ['The text of the answer.', 'Most customers are from Germany.'],
    },
  },
  ModelReport: {
    description: 'The result of all checks of a model.',
    properties: {
      provider: ['ID of the provider.', 'openai-compatible'],
      model: ['ID of the model.', 'qwen3:8b'],
      checked_at: ['When the check ended.', time],
      passed: ['Checks that passed, with or without a warning.', 12],
      total: ['Checks that were not skipped.', 13],
      checks: 'The checks, in order.',
      sample: 'The answer to a question on the sample database. Null if it was not asked.',
    },
  },
  ModelReports: {
    description: 'The last checks of the models in use.',
    properties: {
      plan: 'What a check costs at most.',
      orchestration: 'The last check of the model that answers. Null if it was never checked.',
      sql_model: 'The last check of the model that writes SQL. Null if there is none, or it was never checked.',
    },
  },
}
