import { BrokerStartError } from '@millrace/broker';
import { BrokerUnreachable } from '@millrace/kafka';
import { DataFolderError, PortsInUse } from '@millrace/runtime';
import { broker } from './commands/broker.ts';
import { check } from './commands/check.ts';
import { ExitCode } from './commands/exit-code.ts';
import { rows } from './commands/rows.ts';
import { run } from './commands/run.ts';
import { start } from './commands/start.ts';
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
      return start(rest);
    case 'check':
      return check(rest);
    case 'run':
      return run(rest);
    case 'rows':
      return rows(rest);
    case 'broker':
      return broker(rest);
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
  const isExpected = [DataFolderError, BrokerUnreachable, BrokerStartError, PortsInUse].some(
    (type) => error instanceof type,
  );
  if (!isUsage && !isExpected) throw error;
  console.error((error as Error).message);
  process.exitCode = isUsage ? ExitCode.usage : ExitCode.failed;
}
