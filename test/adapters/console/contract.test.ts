import { describeAdapter } from '../../contract/adapter-contract.ts';
import { stageConsole } from './stage.ts';

describeAdapter('the console', async () => {
  const { adapter, input, output } = stageConsole({ interactive: true });
  return {
    adapter,
    admin: 'console:user:local',
    stranger: 'console:user:remote',
    say: async (text) => {
      input.write(`${text}\n`);
    },
    press: async (label) => {
      const number = output.seen().match(new RegExp(`\\[(\\d)\\] ${label}`, 'u'))?.[1];
      input.write(`${number}\n`);
    },
    shown: output.seen,
    notified: output.seen,
    obeyed: output.obeyed,
    close: () => adapter.stop(),
  };
});
