import { ExitCode } from './commands/exit-code.ts';
import { UsageError } from './commands/usage-error.ts';

const HELP = `millrace, a pipeline studio for Apache Kafka

  millrace start [NAME …]            run the service and print the address of its page; starts the
                                     pipelines that ran when it ended, and those that are named
           [--pipelines DIR]         the folder of the pipelines' files, pipelines without it
           [--port N]                the first port to try, 4400 without it
  millrace check FILE                the issues of a pipeline, each with node and field
           [--plan]                  and its tasks, topics, groups and transactional ids
  millrace run FILE                  run one pipeline until Ctrl C
           [--until-end [--flush]]   to where its topics end now; --flush ends the inputs there
           [--on-reset keep|rewind]  when the group's offsets were moved by a tool
           [--on-change keep-positions|restart]
                                     when nodes changed, or after --flush
           [--id ID]                 the pipeline's id, if its file has none
           [--set NAME=VALUE]        a parameter of the document
  millrace rows FILE NODE            the first rows of a generator and how late each is
           [--count N]
  millrace infer FILE.jsonl          the columns, event times and keys that JSON records show
           [--event-time COLUMN=UNIT] confirms a proposal: s, ms, us, ns or text
  millrace broker                    the embedded broker alone, for any client of Kafka
           [--port N]                9092 without it
           [--fsync]                 what is acknowledged outlives a loss of power
           [--set NAME=VALUE]        a setting of Kafka's server.properties

  KAFKA_BROKERS=host:port            the Kafka to use; without it the embedded broker of the data folder
  MILLRACE_NAMESPACE=word            keeps services on one Kafka apart; random in the data folder without it
  MILLRACE_ORIGINS=https://host,…    exact origins of tunnels or containers that may use the page
  --data DIR                         the data folder, .millrace without it (start and run)

Exit codes: 0 done, 1 failed or invalid, 2 wrong usage, 3 a question that an option answers.
`;

async function main(args: readonly string[]): Promise<ExitCode> {
  const [command, ...rest] = args;
  switch (command) {
    case 'start':
      return (await import('./commands/start.ts')).start(rest);
    case 'check':
      return (await import('./commands/check.ts')).check(rest);
    case 'run':
      return (await import('./commands/run.ts')).run(rest);
    case 'rows':
      return (await import('./commands/rows.ts')).rows(rest);
    case 'infer':
      return (await import('./commands/infer.ts')).infer(rest);
    case 'broker':
      return (await import('./commands/broker.ts')).broker(rest);
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      console.log(HELP);
      return ExitCode.done;
    default:
      throw new UsageError(`There is no command ${command}. millrace help lists them.`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage =
    error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  // What a command needs is loaded with it: a broker alone is ready sooner than a service.
  const { isExpected } = await import('./commands/expected-errors.ts');
  if (!isUsage && !isExpected(error)) throw error;
  console.error((error as Error).message);
  process.exitCode = isUsage ? ExitCode.usage : ExitCode.failed;
}
