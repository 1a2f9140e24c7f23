/**
 * Made-up secrets in what carries them, and ordinary lines, made systematically: what a mask hides,
 * and what it leaves.
 */
import { createRandom, type Random } from '../fuzz/random.ts';
import { FORMS, LINES } from './mask-forms.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const UPPER = LOWER.toUpperCase();
const ALL = LOWER + UPPER + DIGITS;
const HEX = `${DIGITS}abcdef`;

/** Keys of providers, by the look that their documentation gives them. */
const KEYS: Readonly<Record<string, (random: Random) => string>> = {
  OpenAI: (r) => `sk-proj-${r.letters(48, `${ALL}_-`)}`,
  Anthropic: (r) => `sk-ant-api03-${r.letters(60, `${ALL}_-`)}`,
  GitHub: (r) => `ghp_${r.letters(36, ALL)}`,
  'GitHub, fine-grained': (r) => `github_pat_${r.letters(22, ALL)}_${r.letters(59, ALL)}`,
  GitLab: (r) => `glpat-${r.letters(20, ALL)}`,
  Slack: (r) => `xoxb-${r.letters(12, DIGITS)}-${r.letters(12, DIGITS)}-${r.letters(24, ALL)}`,
  Stripe: (r) => `sk_live_${r.letters(24, ALL)}`,
  Databricks: (r) => `dapi${r.letters(32, HEX)}`,
  Supabase: (r) => `sbp_${r.letters(40, HEX)}`,
  'Supabase, secret': (r) => `sb_secret_${r.letters(31, ALL)}`,
  Vault: (r) => `hvs.${r.letters(90, ALL)}`,
  'Vault, old': (r) => `s.${r.letters(24, ALL)}`,
  Amazon: (r) => `AKIA${r.letters(16, UPPER + DIGITS)}`,
  'Amazon, secret': (r) => r.letters(40, `${ALL}+/`),
  Google: (r) => `AIza${r.letters(35, `${ALL}_-`)}`,
  Azure: (r) => `${r.letters(86, `${ALL}+/`)}==`,
  Cloudflare: (r) => r.letters(40, ALL),
  DigitalOcean: (r) => `dop_v1_${r.letters(64, HEX)}`,
  Telegram: (r) => `${r.letters(10, DIGITS)}:${r.letters(35, `${ALL}_-`)}`,
  Linear: (r) => `lin_api_${r.letters(40, ALL)}`,
  Grafana: (r) => `glsa_${r.letters(32, ALL)}_${r.letters(8, HEX)}`,
  'Twilio, of an API': (r) => `SK${r.letters(32, HEX)}`,
  Mailgun: (r) => `key-${r.letters(32, HEX)}`,
  'a provider of tomorrow': (r) => `zq7_${r.letters(28, ALL)}`,
  'a provider of small letters': (r) => `nova_${r.letters(24, LOWER + DIGITS)}`,
  'small letters and digits': (r) => r.letters(32, LOWER + DIGITS),
  'capitals and digits': (r) => r.letters(32, UPPER + DIGITS),
  'a web token': (r) => `eyJ${r.letters(20, ALL)}.eyJ${r.letters(40, ALL)}.${r.letters(43, ALL)}`,
};

/** Where a key is known by its look alone. */
const BARE: Readonly<Record<string, (secret: string) => string>> = {
  'a sentence': (s) => `I use ${s} for that.`,
  'a quoted word': (s) => `client = Client("${s}")`,
  'a list of JSON': (s) => JSON.stringify({ args: ['--x', s] }),
  'a line of output': (s) => JSON.stringify({ output: `Created.\n${s}\nDone.` }),
  'a log': (s) => `2026-11-28 19:04:11 INFO using ${s}`,
};

/** Where it is known by what is beside it, even if it is only a word. */
const NAMED: Readonly<Record<string, (secret: string) => string>> = {
  sshpass: (s) => `sshpass -p ${s} ssh root@host`,
  'sshpass, quoted': (s) => `sshpass -p '${s}' scp a b:`,
  mysql: (s) => `mysql -u root -p${s} shop`,
  mysqldump: (s) => `mysqldump --single-transaction -h db -p'${s}' shop > a.sql`,
  'mysql, long': (s) => `mysql --password=${s} -e 'select 1'`,
  'a client secret': (s) => `az login --service-principal --client-secret ${s} --tenant t`,
  'an option': (s) => `deploy --auth-token=${s} --region eu`,
  'an option in quotes': (s) => `deploy --db-password "${s}"`,
  'docker login': (s) => `docker login -u me -p ${s} registry.example`,
  'redis-cli': (s) => `redis-cli -h cache -a ${s} ping`,
  curl: (s) => `curl -u me:${s} https://a.example`,
  'a header': (s) => `curl -H "Authorization: Bearer ${s}1" https://a.example`,
  'a header of its own': (s) => `curl -H 'X-Api-Key: ${s}' https://a.example`,
  'a dictionary of Python': (s) => `{'user': 'me', 'password': '${s}'}`,
  'a dictionary in JSON': (s) => JSON.stringify({ output: `{'password': '${s}', 'n': 1}` }),
  'an object of JavaScript': (s) => `new Client({ apiKey: "${s}", region: "eu" })`,
  'an object in single quotes': (s) => `const options = { apiKey: '${s}' };`,
  'an object in JSON': (s) => JSON.stringify({ code: `f({ clientSecret: "${s}" })` }),
  'an assignment in Go': (s) => `password := "${s}"`,
  'an assignment in Python': (s) => `db_password = "${s}"`,
  Ruby: (s) => `config[:secret_key] = '${s}'; { :password => '${s}' }`,
  PHP: (s) => `'DB_PASSWORD' => '${s}',`,
  XML: (s) => `<connection><password>${s}</password></connection>`,
  'XML with a namespace': (s) => `<wsse:Password Type="text">${s}</wsse:Password>`,
  'settings of .NET': (s) => `<add key="ApiKey" value="${s}" />`,
  YAML: (s) => `db:\n  user: me\n  password: ${s}\n`,
  'YAML in quotes': (s) => `  client_secret: "${s}"`,
  TOML: (s) => `token = "x"\napi_key = "${s}"`,
  INI: (s) => `[db]\nuser=me\npassword=${s}`,
  '.env': (s) => `DATABASE_PASSWORD=${s}\nNODE_ENV=production`,
  'an environment': (s) => `PGPASSWORD=${s} psql -h db`,
  PowerShell: (s) => `$env:API_KEY = "${s}"`,
  '.netrc': (s) => `machine a.example login me password ${s}`,
  '.netrc, on lines': (s) => `machine a.example\n  login me\n  password ${s}\n`,
  'a connection of Azure': (s) =>
    `DefaultEndpointsProtocol=https;AccountName=me;AccountKey=${s};X=y`,
  'a connection of a database': (s) =>
    `Server=db;Database=shop;User Id=me;Password=${s};Encrypt=true`,
  'an address': (s) => `postgres://me:${s}@db.example/shop`,
  'a query': (s) => `https://a.example/x?api_key=${s}&n=1`,
  JSON: (s) => JSON.stringify({ user: 'me', client_secret: s }),
  'JSON in JSON': (s) => JSON.stringify({ arguments: JSON.stringify({ password: s }) }),
  SQL: (s) => `CREATE USER me IDENTIFIED BY '${s}';`,
  'SQL of PostgreSQL': (s) => `ALTER USER me WITH PASSWORD '${s}';`,
  openssl: (s) => `openssl enc -aes256 -pass pass:${s} -in a`,
  aws: (s) => `aws configure set aws_secret_access_key ${s}`,
  'bytes of Python': (s) => `{'password': b'${s}'}`,
  'a short name': (s) => `{ auth: { user: "me", pass: "${s}" } }`,
  'a short name in Python': (s) => `{'pass': '${s}'}`,
  'a token in Python': (s) => `{'token': '${s}'}`,
  'XML as it is': (s) => `<password><![CDATA[${s}]]></password>`,
  'a form': (s) => `<input type="password" name="pw" value="${s}">`,
  '.netrc, password first': (s) => `machine a.example password ${s} login me`,
  '.netrc, with an account': (s) => `machine a.example login me account x password ${s}`,
  'a command on two lines': (s) => `mysql -u root \\\n  -p${s} shop`,
  'sshpass, behind a tab': (s) => `sshpass\t-p ${s} ssh root@host`,
  'mysql, in quotes': (s) => `mysql -u root -p'my ${s}' shop`,
  sqlcmd: (s) => `sqlcmd -S db -U sa -P ${s} -Q "select 1"`,
  sqlplus: (s) => `sqlplus me/${s}@db`,
  lftp: (s) => `lftp -u me,${s} host`,
  'an environment in Python': (s) => `os.environ["API_KEY"] = "${s}"`,
  'a setting of Java': (s) => `System.setProperty("db.password", "${s}");`,
  'a setter': (s) => `config.setPassword("${s}")`,
  'a builder': (s) => `.user("me").password("${s}").build()`,
  'a constant of PHP': (s) => `define('DB_PASSWORD', '${s}');`,
  'a login': (s) => `requests.get(url, auth=('me', '${s}'))`,
  chpasswd: (s) => `echo "root:${s}" | chpasswd`,
  sudo: (s) => `echo ${s} | sudo -S apt update`,
  'a login by a pipe': (s) => `echo '${s}' | docker login -u me --password-stdin`,
  'a here-string': (s) => `sudo -S ls <<< ${s}`,
  'the next line': (s) => `password:\n  ${s}\nuser: me`,
  'a block of YAML': (s) => `xkcd_token: |\n  ${s}\n`,
  'a literal of Kubernetes': (s) => `kubectl create secret generic db --from-literal=key=${s}`,
  Markdown: (s) => `**Password:** \`${s}\``,
  'a table': (s) => `| password | ${s} |`,
  German: (s) => `Passwort: ${s}`,
  French: (s) => `Le mot de passe est ${s}`,
  'French, with a blank': (s) => `mot de passe : ${s}`,
  Spanish: (s) => `"contraseña": "${s}"`,
  Portuguese: (s) => `A senha é ${s}`,
  Russian: (s) => `Пароль: ${s}`,
  Chinese: (s) => `密码: ${s}`,
  'Chinese, with a full colon': (s) => `密码：${s}`,
  Japanese: (s) => `パスワードは「${s}」です`,
  Korean: (s) => `비밀번호: ${s}`,
  'a short name without quotes': (s) => `login=me pass=${s}`,
  'a password behind a user': (s) => `cqlsh -u me -p ${s}1 host`,
  'a remote desktop': (s) => `xfreerdp /u:me /p:${s} /v:host`,
  'a connection of Java': (s) => `DriverManager.getConnection(url, "me", "${s}")`,
  'a section and a name': (s) => `config.set("db", "password", "${s}")`,
  'a typed constant': (s) => `const PASSWORD: &str = "${s}";`,
  'an assignment in R': (s) => `password <- "${s}"`,
  'a list of properties': (s) => `<key>password</key><string>${s}</string>`,
  'an entry': (s) => `<entry key="password">${s}1</entry>`,
};

const WORDS = ['hunter2', 'letmein-7', 'Tr0ub4dor&3', 'correct-horse', 'S3cure!pass', 'rosebud42'];

export interface Carried {
  readonly where: string;
  readonly text: string;
  readonly secret: string;
}

/** @returns the same secrets with the same seed */
export function carriedSecrets(): readonly Carried[] {
  const bare = Object.entries(KEYS).flatMap(([vendor, make], i) =>
    Object.entries(BARE).map(([carrier, put], j) => {
      const secret = make(createRandom('bare secrets', i * 100 + j));
      return { where: `${vendor} in ${carrier}`, secret, text: put(secret) };
    }),
  );
  const named = Object.entries(NAMED).flatMap(([carrier, put], i) =>
    WORDS.map((word, j) => {
      // In an address and in a shell, such signs would be escaped.
      const plain = word.replace(/[&!]/g, '');
      const secret = j % 2 === 0 ? plain : createRandom('named', i * 10 + j).letters(20, ALL);
      return { where: carrier, secret, text: put(secret) };
    }),
  );
  const written = FORMS.flatMap((form) => {
    const [before = '', secret = '', behind = ''] = form.split(/[⟦⟧]/);
    const text = before + secret + behind;
    const json = JSON.stringify({ output: text });
    return [
      { where: 'as it is', text, secret },
      { where: 'in JSON', text: json, secret: JSON.stringify(secret).slice(1, -1) },
    ];
  });
  return [...bare, ...named, ...written];
}

const ORDINARY: readonly ((n: number, word: string, file: string) => string)[] = [
  (_, word) => `The password must have eight characters; ask ${word} for a token.`,
  (n, word) => `The key idea of ${word} is that ${n} secrets are no better than one.`,
  (n, _, file) => `git commit -m "auth: read ${file} and check token ${n} times"`,
  (n) => `docker run -d -p ${8000 + n}:80 --name web nginx:1.${n}`,
  (n, _, file) => `mkdir -p build/v${n} && cp -p ${file} build/`,
  (n, _, file) => `ssh -p 22${n} me@host.local cat ${file}`.replace('me@host.local', 'host'),
  (n, word) => `kubectl get secret ${word} -n apps -o yaml --request-timeout=${n}s`,
  (n, word) => `mysql -u root -p ${word} -e "select ${n}"`,
  (_, word, file) => `vault kv get --field=name secret/${word} > ${file}`,
  (n, word) => `helm upgrade ${word} ./chart --set replicas=${n} --password-stdin`,
  (n, _, file) => `npm run build -- --mode production --out ${file} --jobs ${n}`,
  (n, word) => `nginx-deployment-66b6c48dd5-${word.slice(0, 5)}   1/1   Running   ${n}   2d`,
  (n, _, file) => `drwxr-xr-x  2 root root  ${4096 + n} Nov 28 19:04 ${file}`,
  (n, _, file) => `at readFile (/usr/lib/node_modules/ReplyBadge2/dist/${file}:${n}:17)`,
  (n, _, file) => `/usr/lib/python3.11/site-packages/PIL/ImageFilter/${file} line ${n}`,
  (n) => `usage: prompt_tokens=${n}, completion_tokens=12, total_tokens=${n + 12}`,
  (n) => JSON.stringify({ max_tokens: n, token_count: 7, completion_tokens: 'none' }),
  (_, word) =>
    JSON.stringify({
      tool: 'terminal',
      label: `ls ${word}`,
      toolCallId: 'call_q2',
      status: 'running',
    }),
  (n, word) => `chatcmpl-1da252ee1c6b4e81b13dcb0fbc188 answered ${word} in ${n} ms`,
  (_, word) => `session 6b0a2f7e-1c1f-4f0e-9c6c-1b1c1c1c1c1c of ${word}`,
  (n, word) => `const ${word}Key = keys[${n}]; if (!${word}Key) throw new Error('no key');`,
  (n, _, file) => `import { createPasswordField } from './${file}'; // ${n}`,
  (n, word) => `<password-field label="${word}" maxlength="${n}"></password-field>`,
  (n, word) => `SELECT id, name FROM ${word} WHERE token_count > ${n} ORDER BY created_at`,
  (n, word) => `${word} passed: ${n}, failed: 0, skipped: 3`,
  (n, _, file) => `NODE_ENV=production PORT=${3000 + n} node ${file}`,
  (n, word) => `secretName: ${word}-tls-${n}`,
  (_, word) => `Das Passwort steht im Tresor, das Token prüft ${word}.`,
  (n, word) => `密码必须有八个字符，令牌由 ${word} 检查 ${n} 次。`,
  (n, word) => `x86_64-unknown-linux-gnu ${word} 2026.${n}.11549 IMG_20231105_142355.jpg`,
  (_, word) => `getElementByIdFromDocumentRoot2(${word}InternationalizationHelper)`,
  (n, word) => `FOO=${word} BAR=x${n} ./run`,
  (_, word) => `RUST_LOG=trace ${word} --verbose`,
  (n, word) => `CFLAGS=-O${n} make ${word}`,
  (n) => `commit 9fceb02d0ae598e95dc970b74767f19372d61af${n % 10}`,
  (n) => `uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b${n % 10}`,
  (n) => `sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85${n % 10}`,
  (n, _, file) => `d41d8cd98f00b204e9800998ecf8427${n % 10}  ${file}`,
  () => 'const apiKey = process.env.API_KEY;',
  (_, word) => `const token = await getToken("${word}");`,
  (_, word) => `password = ${word}.settings.database.password`,
  (_, word) => `connect(user=${word}, password=password, token=auth_token)`,
  (_, word) => `curl -H "Authorization: Bearer $TOKEN" https://${word}.example`,
  (_, word) => `headers = {"Authorization": f"Bearer {token}"}  # ${word}`,
  (_, word) => `API_KEY=<your-${word}-key>`,
  () => 'password: ${DB_PASSWORD}',
  () => 'password: "{{ db_password }}"',
  (_, word) => `mysql -u root -p"$PASSWORD" ${word}`,
  (n) => `PASSWORD=\`cat file${n}\``,
  () => 'password: "********"',
  () => 'use_password: true, token: null, secret: none',
  (_, word) => `password_file: /run/secrets/${word}`,
  (_, word) => `interface ${word} { password: string; token?: string }`,
  (_, word) => `password: see the vault of the ${word}`,
  (n) => `n_tokens = ${n * 4096}, eos_token_id = 12800${n % 10}`,
  (_, word) => `get_secret("${word}")`,
  (_, word) => `echo ${word} | sudo tee /etc/motd`,
  (_, word) => `echo "$PASSWORD" | sudo -S systemctl restart ${word}`,
  () => 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  () => '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17L"',
  (_, word) => `adduser --disabled-password ${word}`,
  (_, word) => `htpasswd -c .htpasswd ${word}`,
  () => 'user.password = await bcrypt.hash(password, 10);',
  (n) => `SHA256(a.txt)= 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a0${n % 10}`,
  (_, word) => `Das Passwort ist falsch, ${word}.`,
  (_, word) => `Passwort vergessen? Die ${word} hilft.`,
  (_, word) => `Mot de passe : obligatoire pour ${word}`,
  (_, word) => `请输入密码：\n${word}`,
  (n) => `Version 1.${n}.3-beta.4+build.2026112${n % 10}`,
  (n, word) =>
    `https://docs.example/en/latest/${word}/getting-started.html?tab=keys&page=${n}#token`,
];

/** @returns lines that hold no secret */
export function ordinaryLines(): readonly string[] {
  const words = [
    'service',
    'account',
    'worker',
    'planner',
    'archive',
    'mirror',
    'invoice',
    'sensor',
  ];
  const files = ['notes.md', 'src/auth/token.ts', 'password-policy.txt', 'secrets.example.yaml'];
  const made = ORDINARY.flatMap((make) =>
    words
      .concat(words.slice(0, 2).map((word) => `${word}s`))
      .map((word, i) => make(i + 1, word, files[i % files.length] ?? '')),
  );
  return [...made, ...LINES, ...LINES.map((output) => JSON.stringify({ output }))];
}
