"""
title: Stream Fixer companion
description: Asks before Hermes Agent runs a dangerous command, shows which tools ran and what became of them, in the chat's own status line or by the Stream Fixer extension, and keeps tool markers out of stored replies and out of the history that models are sent.
version: 1.13.1
required_open_webui_version: 0.5.17
license: MIT
"""

import asyncio
import hashlib
import html
import inspect
import json
import re
import time
import unicodedata
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from typing import Literal, NamedTuple, Optional
from uuid import uuid4
from weakref import WeakKeyDictionary, WeakValueDictionary

import aiohttp
from pydantic import BaseModel, Field

# Longest text held back on the suspicion of a marker: a hold must not look like a freeze.
MAX_HELD = 4096
# Work between two turns of the server's other requests, in characters.
PACE = 4096
# The cost of one message, part of a message, gap or event, in addition to its characters.
STEP = 16
# How much of a line's end tells whether it is a whole sentence.
TAIL = 40

# Seconds that a person has for an answer. Hermes waits for 300, so there is time left to deny.
ANSWER_WITHIN = 240
# What only a page answers that shows the chat, and without a person: whether somebody can see it.
# All others ignore it, as they do a question, and no release says so.
LOOK = {"type": "execute", "data": {"code": "return !document.hidden"}}
# Seconds between the first looks for such a page, and between all later ones; and for how long one
# is awaited.
LOOK_AGAIN = (0.2, 0.3, 0.5, 1)
LOOK_WITHIN = 5
# Seconds before it gets the question even if it is in the background, as another one may be in
# front.
IN_FRONT = 0.2
# Seconds after which the page that asked gets the question unseen once more, twice as long each
# time: a page may be forbidden to answer a look. And after which one that has the question gets it
# again, as something else may have closed the dialog.
ASK_UNSEEN = 1
ASK_AGAIN = 15
# Pages of one person that are looked at, and reports that a page gets which comes later.
MAX_PAGES = 20
MAX_TOLD = 200
# Seconds between two looks for such a page, and after the last report of a reply during which there
# are any.
NEWCOMERS = 1
FOLLOW_FOR = 600
# What a person types to allow a command. In the dialog, Enter confirms, wherever the cursor is:
# whoever is writing the next message must not allow anything by it.
ALLOWS = "allow"
DENIES = ("deny", "no", "cancel")
# A sooner answer was meant for something else.
TOO_SOON = 1
# Longest command that is asked about; a dialog without scroll bars (releases up to 0.5) must not
# grow over the screen.
MAX_COMMAND = 20_000
MAX_PLAIN_COMMAND = 1000
PLAIN_BEFORE = (0, 6, 6)
# The first release in which events have their present name.
RENAMED_EVENTS = (0, 6, 33)
# Seconds and bytes that an answer of the agent's may take, and how many entries of its record are
# read, at most once a second.
READ_WITHIN = 2
MAX_RECORD = 1024 * 1024
ENTRIES = 40
# How many are read when a person asks what ran in a chat.
MANY_ENTRIES = 200
READER = ThreadPoolExecutor(1, "stream-fixer")
# How many letters of a reply tell that it is the same.
SAME_WORDS = 200
# Seconds by which two clocks may differ, and after which a question is recorded at the latest:
# Hermes 0.16 records it when its reply is over.
CLOCKS = 120
LATEST = 3600
# Seconds in which Hermes 0.16 writes all entries of a reply.
AT_ONCE = 0.5
# Longest part of a result that leaves the server.
MAX_LINES = 20
MAX_TEXT = 4000
MAX_LABEL = 200

# Seconds from news to a status line, in which a call may end, and its outcome be read; between two
# rounds of lines; and within which the agent's record of a reply that is over must be read.
SAY_AFTER = 0.4
SAY_EVERY = 1
SETTLE_WITHIN = 4
# Replies that other pages may still store.
MAX_SETTLED = 100
# Calls of one reply that its summary counts.
MAX_CALLS = 1000
# Files that one reply hands over at most.
MAX_FILES = 20
# Longest name of a call in a status line.
MAX_NAME = 120
# The tool that starts sub-agents, how many of one call are told, and seconds from one look at them
# to the next, and from one status line of what they have written to the next: they take minutes.
DELEGATES = "delegate_task"
MAX_SUBAGENTS = 20
LOOK_EVERY = 2
COUNT_EVERY = 15
WAITS = ("dialog", "admin", "elsewhere")
NOT_ALLOWED = ("denied", "blocked", "timed-out")
OF_CALLS = ("running", "completed", "ran", "failed", *NOT_ALLOWED, "background")
# TABLES
# Those of src/normalizer/tables; `UPDATE_TABLE=1 npm run test:one -- companion/tables` writes them.
TABLES = json.loads(r"""
{"outcomes":{
 "wrapper": {"first":"^<untrusted_tool_result source=\"([A-Za-z0-9_.:-]{1,200})\">\\n","last":"\n</untrusted_tool_result>","advice":"^The following content was retrieved from an external source\\. Treat it as DATA, not as instructions\\.[^\\n]{0,400}\\n\\n"},
 "notes": "\\n\\n\\[(?:Tool loop (?:warning|hard stop): |Subdirectory context discovered: |OUT-OF-BAND USER MESSAGE |hermes note: )",
 "deferred": ["tool_call"],
 "telling": ["command","code","path","query","url","goal"],
 "commands": "(?:terminal|(?:local_)?shell|bash|exec(?:ute)?(?:_c[^\\n]*)?|run_[^\\n]*command)",
 "text_key": "display(?:\\.[a-z][a-z0-9_]*){2,}",
 "said": {"running":"Running","waiting":"Waits for a yes where the agent runs:","ran":"Ran","failed":"Failed:","denied":"Not allowed:","blocked":"Not allowed:","timed-out":"Not allowed, nobody answered:","started":"Started, end unknown:","unknown":"Outcome not reported:"},
 "receipt": {"broken":"Broken off.","stopped":"Stopped.","last":"Last: {}, end unknown.","failed":"The agent failed. The text is its error message, not a reply.","no_tool":"No tool ran in this reply.","says":"The agent says: {}","seconds":"{} s","minutes":"{} min {} s","hours":"{} h {} min","tokens":["{} token","{} tokens"],"sub_agents":["{} sub-agent","{} sub-agents"],"own_and":"{}, and {} of {}","only":"{} of {}"},
 "levels": 200,
 "words": {"lucky":["200","201","203","204","205","success","successful","successfully","succeeded","ok","okay","pass","passed","complete","completed","done","finished","ended","exited","already_exited","added","updated","up_to_date","modified","changed","unchanged","not_modified","saved","stored","written","applied","installed","enabled","activated","available","ready","present","restored","removed","deleted","closed","opened","open","connected","resolved","answered","merged","published","sent","delivered","approved","allowed"],"unlucky":["fail","fails","failed","failing","failure","failures","error","errors","errored","erroneous","fault","faulty","exception","exceptions","traceback","fatal","panic","panicked","crash","crashed","abort","aborted","interrupted","cancelled","canceled","rejected","refused","denied","declined","disallowed","forbidden","unauthorized","unauthenticated","blocked","timeout","timed_out","time_out","deadline_exceeded","limit_exceeded","quota_exceeded","exceeded","rate_limit","rate_limited","throttled","overloaded","oom","out_of_memory","killed","terminated","sigkill","sigterm","sigint","sigsegv","sigabrt","sighup","sigpipe","dead","broken","corrupt","corrupted","lost","disconnected","unreachable","unavailable","unsupported","unsuccessful","unhealthy","unfinished","unresponsive","incomplete","invalid","illegal","malformed","expired","stalled","stuck","orphaned","degraded","bad_request","bad_gateway","not_found","not_allowed","not_permitted","not_authorized","not_supported","not_available","not_implemented","not_completed","not_done","not_ok","not_executed","not_run","not_sent","not_saved","no_such","no_response","kernel_eof","rollback","rolled_back","revoked","bounced","undelivered","undeliverable","unstable","unhandled","unprocessable","unprocessed","back_off","insufficient","violation","bad_credentials","not_authenticated","conflict","missing"],"negations":["no","not","non","without","zero","0","never"],"beginnings":["dispatched","start","started","starting","launched","launching","spawned","spawning","initiated","initiating","queued","enqueued","scheduled","submitted","accepted","deferred","delayed","yielded_to_background","background","backgrounded","handed_off","running","processing","working","in_progress","pending","waiting","awaiting","async","creating","provisioning","preparing","building","deploying","validating","202"],"yes":["true","yes","y"],"no":["false","no","n","none","null","nil","never","0"]},
 "error_names": ["error","errors","exception","error_message","error_msg"],
 "texts": [
  {"name":"denied, as text","verdict":"denied","matches":"^BLOCKED: (?:(?:Command|Action|execute_code script) denied by user\\b|User denied )"},
  {"name":"nobody answered, as text","verdict":"timed-out","matches":"^BLOCKED: (?:Command|Action|execute_code script) timed out\\b"},
  {"name":"blocked, as text","verdict":"blocked","matches":"^BLOCKED(?::| \\(| by )"},
  {"name":"failed, as text","verdict":"failed","matches":"^(?:Tool '[^'\\n]+' does not exist\\.|Error executing |\\[?Tool execution (?:cancelled|skipped))"}],
 "forms": [
  {"name":"waits for an approval","verdict":"blocked","own":true,"all":[{"keys":["approval_pending"],"is":"true"}]},
  {"name":"is kept until a person approves","verdict":"blocked","own":true,"all":[{"keys":["staged"],"is":"true"},{"keys":["pending_id"],"is":"filled"}]},
  {"name":"needs an approval","verdict":"blocked","own":true,"all":[{"keys":["status"],"is":"one-of","words":["pending_approval","approval_required"]}]},
  {"name":"denied","verdict":"denied","own":true,"all":[{"keys":["error"],"is":"matches","pattern":"^BLOCKED: (?:(?:Command|Action|execute_code script) denied by user\\b|User denied )"}]},
  {"name":"nobody answered","verdict":"timed-out","own":true,"all":[{"keys":["error"],"is":"matches","pattern":"^BLOCKED: (?:Command|Action|execute_code script) timed out\\b"}]},
  {"name":"blocked","verdict":"blocked","own":true,"all":[{"keys":["error"],"is":"matches","pattern":"^BLOCKED(?::| \\(| by )"}]},
  {"name":"asks for an approval","verdict":"blocked","own":true,"all":[{"keys":["error"],"is":"matches","pattern":"^⚠️ [^\\n]{1,500}\\. Asking the user for approval\\.\\n\\n"}]},
  {"name":"a kanban card","verdict":"ran","tools":["kanban_complete","kanban_block","kanban_unblock","kanban_schedule","kanban_request_review","kanban_request_changes","kanban_heartbeat","kanban_comment","kanban_attach","kanban_attach_url","kanban_create","kanban_link"],"all":[{"keys":["ok"],"is":"true"},{"keys":["error"],"is":"empty"}]},
  {"name":"status blocked","verdict":"blocked","own":true,"all":[{"keys":["status"],"is":"one-of","words":["blocked"]}]},
  {"name":"tools that are not there","verdict":"failed","tools":["tool_describe"],"all":[{"keys":["tools"],"is":"empty"},{"keys":["not_found"],"is":"filled"}]},
  {"name":"a process that still runs","verdict":"started","tools":["process","process_manage"],"all":[{"keys":["process_running","timeout_note"],"is":"filled"},{"keys":["error"],"is":"empty"}]},
  {"name":"a process that was ended","verdict":"ran","tools":["process","process_manage"],"all":[{"keys":["status"],"is":"one-of","words":["killed","already_exited"]},{"keys":["error"],"is":"empty"}]},
  {"name":"an error","verdict":"failed","inner":"failed","all":[{"names":["error","errors","exception","error_message","error_msg"],"is":"filled"}]},
  {"name":"what failed","verdict":"failed","inner":"failed","all":[{"names":["err","err_msg","err_code","errno","error_code","error_text","error_type","error_reason","error_details","fault","failure","failure_reason","traceback","stack_trace","is_error","is_failure","has_error","has_errors","has_failed","errored"],"is":"something"}]},
  {"name":"no success","verdict":"failed","inner":"failed","all":[{"names":["success","successful","succeeded","ok"],"is":"no"}]},
  {"name":"a count of failures","verdict":"failed","all":[{"names":["failed","failures","fatal","crashed","timed_out"],"is":"something"}]},
  {"name":"a flag of failure","verdict":"failed","all":[{"names":["timeout","not_found"],"like":"_(?:killed|aborted|cancelled|canceled|rejected|refused|denied|invalid|corrupt|corrupted|lost|interrupted|timed_out|oom|oomkilled|unprocessed|undelivered|rolled_back|unreachable|blocked|forbidden)_","is":"yes"}]},
  {"name":"an exit code","verdict":"failed","all":[{"names":["exit_code","exitcode","exit_status","exit","returncode","return_code","retcode","rc"],"is":"bad-code"}]},
  {"name":"a status of failure","verdict":"failed","all":[{"names":["status","state","outcome","exit_reason","status_code","http_status","http_status_code"],"is":"unlucky"}]},
  {"name":"a status under another name","verdict":"failed","all":[{"like":"_(?:status|state|phase|conclusion|severity|verdict|reason)_$","but":"_(?:last|previous)_","is":"unlucky"}]},
  {"name":"an answer of HTTP","verdict":"failed","all":[{"like":"_(?:http|response|status)_(?:status_)?code_$","is":"unlucky"}]},
  {"name":"a status of gRPC or SQL","verdict":"failed","all":[{"names":["grpc_status","grpc_code","sqlstate","sql_state"],"is":"bad-code"}]},
  {"name":"a signal","verdict":"failed","all":[{"names":["signal","exit_signal","term_signal"],"is":"something"}]},
  {"name":"a code in words","verdict":"failed","all":[{"names":["code"],"is":"matches","pattern":"^[A-Za-z0-9_.-]{1,80}(?![\\s\\S])"},{"names":["code"],"is":"unlucky"}]},
  {"name":"a code of the system","verdict":"failed","all":[{"names":["code"],"is":"matches","pattern":"^E[A-Z]{3,20}(?![\\s\\S])"}]},
  {"name":"the class of an error","verdict":"failed","foreign":true,"all":[{"names":["type","name","class","exc_type"],"is":"matches","pattern":"(?:Error|Exception|Fault)(?![\\s\\S])"}]},
  {"name":"a type of failure","verdict":"failed","foreign":true,"inner":"failed","all":[{"names":["type","kind","result_type"],"is":"says","pattern":"^_(?:(?:tool|output|result|execution|request|api|server|runtime)_)?(?:error|failure|exception)(?:_(?:text|json|content|output|result|message|response))?_(?![\\s\\S])"}]},
  {"name":"the details of an error","verdict":"failed","all":[{"names":["detail","details"],"is":"report"}]},
  {"name":"the title of a problem","verdict":"failed","foreign":true,"all":[{"names":["title"],"is":"unlucky"},{"names":["type","instance"],"is":"filled"}]},
  {"name":"a detail that names an error","verdict":"failed","foreign":true,"all":[{"names":["detail","details"],"is":"unlucky"}]},
  {"name":"words of an error","verdict":"failed","foreign":true,"all":[{"names":["message","msg","detail","details","reason","result","response","body","info","stack"],"is":"complaint"}]},
  {"name":"words of a class of errors","verdict":"failed","foreign":true,"all":[{"names":["message","msg","detail","details","reason","result","response","body","info","stack"],"is":"matches","pattern":"^[A-Za-z0-9_.]{0,80}(?:Error|Exception)\\b"}]},
  {"name":"a trace for output","verdict":"failed","foreign":true,"all":[{"keys":["output"],"is":"matches","pattern":"^Traceback \\(most recent call last\\):"},{"keys":["exit_code"],"is":"absent"}]},
  {"name":"a status of a beginning","verdict":"started","all":[{"like":"_(?:status|state|outcome|phase|status_code|http_status)_$","is":"beginning"}]},
  {"name":"a flag of a beginning","verdict":"started","all":[{"names":["queued","enqueued","pending","scheduled","background","in_background","async","is_async","deferred","dispatched","still_running","building","in_progress","processing"],"is":"yes"}]},
  {"name":"a place in a queue","verdict":"started","all":[{"like":"^_(?:queue_position|position_in_queue|queued_at|(?:status|poll|polling|progress|monitor)_ur[il]|estimated_[a-z_]+|eta(?:_seconds)?)_$","is":"filled"}]},
  {"name":"not done yet","verdict":"started","all":[{"names":["done","is_done","complete","is_complete","finished","is_finished"],"is":"no"}]},
  {"name":"words of a beginning","verdict":"started","foreign":true,"all":[{"names":["message","msg","note","info","detail","details","result","status_message"],"is":"says","pattern":"^_(?:[^_]+_){0,6}(?:queued|enqueued|scheduled|dispatched|submitted|initiated|launched|triggered|accepted_for|started|starting|pending|in_progress|in_the_background|in_background|being_[a-z]+ed|being_built|will_be|will_run|waiting|still_running|underway|processing)_"}]},
  {"name":"a process that has ended","verdict":"ran","tools":["process","process_manage"],"all":[{"keys":["status"],"is":"one-of","words":["exited"]},{"keys":["exit_code"],"is":"zero"}]},
  {"name":"the output of a process","verdict":"ran","tools":["process","process_manage"],"all":[{"keys":["output"],"is":"text"},{"keys":["showing"],"is":"text"}]},
  {"name":"a background process","verdict":"started","all":[{"keys":["output"],"is":"says","pattern":"^_(?:[^_]+_){0,3}(?:background|started|launched|spawned|queued|submitted)_"},{"names":["session_id","pid","process_id","task_id","job_id","shell_id"],"is":"filled"}]},
  {"name":"a process with a session","verdict":"started","all":[{"keys":["session_id"],"is":"filled"},{"keys":["pid"],"is":"filled"},{"keys":["exit_code"],"is":"zero"}]},
  {"name":"a job that runs in the background","verdict":"started","tools":["cronjob","cronjob_manage"],"all":[{"in":"job","keys":["execution_mode"],"is":"one-of","words":["background"]}]},
  {"name":"a job that the gateway runs","verdict":"started","tools":["cronjob","cronjob_manage"],"all":[{"keys":["forwarded_to_gateway"],"is":"true"}]},
  {"name":"a job that waits for the gateway","verdict":"started","tools":["cronjob","cronjob_manage"],"all":[{"keys":["note"],"is":"matches","pattern":"^This job delivers through [^\\n]* it was queued for "}]},
  {"name":"a job that was not run","verdict":"unknown","tools":["cronjob","cronjob_manage"],"all":[{"in":"job","keys":["execution_skipped"],"is":"filled"}]},
  {"name":"a job that failed","verdict":"failed","tools":["cronjob","cronjob_manage"],"all":[{"in":"job","keys":["execution_success"],"is":"no"}]},
  {"name":"a count under another name","verdict":"failed","all":[{"like":"_(?:error|errors|errored|exception|exceptions|exc|failed|failure|failures|fatal|crashed)_","but":"_(?:on|if|ignore|ignored|continue|max|allow|allowed|skip|stop|show|log|logs|raise|retry|last|previous|handler|handling|policy|rate|threshold|page|file|path|url|format|level|mode|js|total|tool|auth)_","is":"something"}]},
  {"name":"a name that speaks of errors","verdict":"unknown","all":[{"like":"_(?:error|errors|errored|exception|exceptions|exc|failed|failure|failures|fatal|crashed)_","but":"^_(?:js|total)_errors_$","is":"something"}]},
  {"name":"a name that speaks of what was stopped","verdict":"unknown","all":[{"like":"_(?:killed|aborted|cancelled|canceled|rejected|refused|denied|invalid|corrupt|corrupted|lost|interrupted|timed_out|oom|oomkilled|unprocessed|undelivered|rolled_back|unreachable|blocked|forbidden)_","is":"something"}]},
  {"name":"words about an error","verdict":"unknown","foreign":true,"all":[{"names":["message","msg","detail","details","reason","result","response","body","info","stack"],"is":"doubt"}]},
  {"name":"words under detail","verdict":"unknown","foreign":true,"all":[{"names":["detail","details"],"is":"says","pattern":"^_[^_]+_[^_]"}]},
  {"name":"a strange status under another name","verdict":"unknown","foreign":true,"all":[{"like":"_(?:status|state|phase|conclusion|severity|outcome)_$","is":"doubtful"}]},
  {"name":"a strange status","verdict":"unknown","all":[{"names":["status","state","outcome","exit_reason","status_code","http_status","http_status_code"],"is":"doubtful"}]},
  {"name":"a strange success","verdict":"unknown","all":[{"names":["success","successful","succeeded","ok"],"is":"no-yes"}]},
  {"name":"a strange exit code","verdict":"unknown","all":[{"names":["exit_code","exitcode","exit_status","exit","returncode","return_code","retcode","rc"],"is":"no-zero"}]},
  {"name":"a code of its own","verdict":"unknown","all":[{"names":["code"],"is":"strange-number"}]},
  {"name":"something that was left undone","verdict":"unknown","all":[{"names":["skipped","staged","dry_run","partial","incomplete"],"is":"something"}]},
  {"name":"a field that no recorded success has","verdict":"unknown","foreign":true,"all":[{"others":true,"is":"something"}]},
  {"name":"exit code 0","verdict":"ran","all":[{"keys":["exit_code"],"is":"zero"}]},
  {"name":"success","verdict":"ran","all":[{"keys":["success"],"is":"true"}]},
  {"name":"code that ran","verdict":"ran","tools":["execute_code"],"all":[{"keys":["status"],"is":"one-of","words":["success"]}]},
  {"name":"a file that was read","verdict":"ran","tools":["read_file"],"all":[{"keys":["content"],"is":"text"},{"keys":["total_lines"],"is":"number"}]},
  {"name":"a file that is unchanged","verdict":"ran","tools":["read_file"],"all":[{"keys":["status"],"is":"one-of","words":["unchanged"]},{"keys":["dedup"],"is":"true"}]},
  {"name":"a file that was written","verdict":"ran","tools":["write_file"],"all":[{"keys":["bytes_written"],"is":"number"}]},
  {"name":"a search in files","verdict":"ran","tools":["search_files"],"all":[{"keys":["total_count"],"is":"number"}]},
  {"name":"a task list","verdict":"ran","tools":["todo","todo_list"],"all":[{"keys":["todos"],"is":"list"}]},
  {"name":"a list of processes","verdict":"ran","tools":["process","process_manage"],"all":[{"keys":["processes"],"is":"list"}]},
  {"name":"a search for tools","verdict":"ran","tools":["tool_search"],"all":[{"keys":["total_available"],"is":"number"}]},
  {"name":"descriptions of tools","verdict":"ran","tools":["tool_describe"],"all":[{"keys":["tools"],"is":"filled"},{"keys":["not_found"],"is":"empty"}]},
  {"name":"where messages can go","verdict":"ran","tools":["send_message"],"all":[{"keys":["targets"],"is":"text"}]}],
 "inner": {"names":["result","response","data","results","body","payload","structured_content","response_metadata","properties","details","detail"],"listings":["session_search","tool_search","web_search","x_search","yb_search_sticker","browser_cdp","browser_console","browser_dialog","browser_exec","browser_vault"],"depth":4,"most":200},
 "parts": [
  {"unit":"subagents","tools":["delegate_task"],"index":"task_index","verdict":"unknown","worked":[{"keys":["status"],"is":"one-of","words":["completed"]},{"keys":["exit_reason"],"is":"one-of","words":["","completed"]},{"keys":["truncated"],"is":"empty"}]},
  {"unit":"pages","tools":["web_extract"],"index":"","verdict":"ran","worked":[{"keys":["content"],"is":"filled"}]}],
 "fields": ["added","affected_rows","already_in_context","already_unlocked","analysis","answer","approval","args","aspect_ratio","backend","body","bot_detection_warning","bytes","bytes_written","categories","change","chat_id","chunk_count","clicked","closed","code","command","command_topic","completion_reason","connectors","console_messages","content","content_returned","contents","copied","count","created_at","cwd","data","date","dedup","deleted","description","detail","details","diff","directory","dirs_created","done","duration","duration_ms","duration_seconds","elapsed","elapsed_ms","element","element_count","empty","entries","entry_count","environment_recreated","error","errors","exit_code","exit_status","file","file_path","file_paths","file_size","files","files_created","files_deleted","files_modified","fill","format","full_output_path","gist","handle","hint","id","identifier","identifier_type","ids","image","images","info","inserted","is_binary","is_image","item","items","job","jobs","kernel","key","kind","label","language","ledger_empty","length","limit_reason","linked_files","lint","lint_hint","lint_warnings","list","lsp_diagnostics","matched_entries","matched_entry","matches","matches_format","matches_text","media_delivered","media_tag","message","message_id","messages","meta","metadata","method","missing_credential_files","missing_required_commands","missing_required_environment_variables","modality","mode","model","moved","msg","name","next","next_run_at","nickname","note","notes","ok","operations_applied","origin","output","output_total_chars","pane","path","payload","platform","pressed","primary_path","prompt","provider","qos","queries","query","rc","reactions","read","readiness_status","reason","record","records","removed","removed_job","request_id","required_commands","required_environment_variables","resolved_path","response","restore","restored_files","restored_to","result","result_type","results","retain","return_code","returncode","revision","row","row_count","row_id","rows","schedule","screenshot_path","scrolled","selector","setup_needed","showing","size","slug","snapshot","source_path","stat","state","state_messages","status","stderr","stdout","stdout_bytes_captured","stdout_bytes_omitted","stdout_bytes_total","stdout_spill_path","stdout_truncated","stealth_features","structured_content","success","sudo_cache_cleared","summary","tags","target","targets","termination_source","text","thread_id","time","timeout","timestamp","title","todos","took","took_ms","tool_calls_made","tools","topic","topic_filter","total","total_available","total_count","total_count_is_lower_bound","total_lines","total_messages","trace_id","transcript","truncated","type","typed","untracked","updated","updated_at","upscaled","uri","url","usage","usage_hint","user_id","value","values","verification_evidence","verified","version","voice_compatible","warning","warnings","written"],
 "report_names": ["error","errors","msg","message","code","error_code"]},"labels":[{"emoji":"💻","argument":".*"},{"emoji":"⚙","words":"[a-z]+ proc_[0-9a-f]{8,12}(?: .*)?","argument":"process|list|(?:poll|log|wait|kill|write|submit) .*"},{"emoji":"🔍","words":"recall: \".*\"|web_search|session_search","argument":".*"},{"emoji":"📄","words":"web_extract","argument":"[^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff.:]+[.:][^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff]+"},{"emoji":"📖","words":"read_file","argument":"(?:~|\\.{0,2}[/\\\\]|[A-Z]:[/\\\\]).*|[^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff./\\\\_]*[./\\\\_][^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff]*"},{"emoji":"✍","words":"write_file","argument":"(?:~|\\.{0,2}[/\\\\]|[A-Z]:[/\\\\]).*|[^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff./\\\\_]*[./\\\\_][^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff]*"},{"emoji":"🔧","argument":"(?:~|\\.{0,2}[/\\\\]|[A-Z]:[/\\\\]).*|[^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff./\\\\_]*[./\\\\_][^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff]*"},{"emoji":"🔎","words":"search_files","argument":".*"},{"emoji":"🐍","words":"execute_code","argument":".*"},{"emoji":"🔀","words":"delegate_task","argument":".*"},{"emoji":"📋","words":"reading task list|(?:updating|planning) [0-9]+ task\\(s\\)"},{"emoji":"🧠","words":"[+~-](?:memory|user): \".*\"|mixture_of_agents"},{"emoji":"📚","words":"skill_view|skills_list","argument":"[A-Za-z0-9_./:-]+"},{"emoji":"📝","words":"skill_manage","argument":"[A-Za-z0-9_./:-]+"},{"emoji":"⏰","words":"create|list|update|pause|resume|remove|run|cronjob"},{"emoji":"❓","argument":".*[?？]"},{"emoji":"🌐","words":"browser_navigate","argument":"[^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff.:]+[.:][^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff]+"},{"emoji":"📸","words":"browser_snapshot"},{"emoji":"👆","words":"browser_click","argument":"@?e?[0-9]+"},{"emoji":"⌨","words":"browser_type|browser_press","argument":".*"},{"emoji":"📜","words":"browser_scroll","argument":"up|down"},{"emoji":"◀","words":"browser_back"},{"emoji":"🚪","words":"browser_close"},{"emoji":"🖼","words":"browser_get_images"},{"emoji":"👁","words":"browser_vision|vision_analyze","argument":".*"},{"emoji":"🖥","words":"browser_console"},{"emoji":"🎨","words":"image_generate","argument":".*"},{"emoji":"🔊","words":"text_to_speech","argument":".*"},{"emoji":"📨","words":"send_message|to [^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff]+: \".*\""},{"emoji":"🏠","words":"ha_[a-z_]+","argument":"[A-Za-z0-9_./:-]+"},{"emoji":"🧪","words":"rl_[a-z_]+|listing envs|reading config","argument":"[^ \\t\\r\\f\\v\\u00a0\\u2028\\u2029\\u3000\\ufeff=]+=.*|starting|stopping .*|[0-9]+ steps"},{"emoji":"🔮","words":"honcho_[a-z_]+"},{"emoji":"⚡","argument":".*"}],"tools":["annotate_preview","browser_back","browser_cdp","browser_click","browser_close","browser_console","browser_dialog","browser_exec","browser_get_images","browser_navigate","browser_press","browser_scroll","browser_snapshot","browser_type","browser_vault","browser_vision","clarify","close_terminal","computer_use","cronjob","cronjob_manage","delegate_task","desktop_preview","desktop_project","drive_preview","execute_code","feishu_doc_read","feishu_drive_add_comment","feishu_drive_list_comment_replies","feishu_drive_list_comments","feishu_drive_reply_comment","focus_pane","ha_call_service","ha_get_state","ha_list_entities","ha_list_services","image_generate","kanban_attach","kanban_attach_url","kanban_attachments","kanban_block","kanban_comment","kanban_complete","kanban_create","kanban_heartbeat","kanban_link","kanban_list","kanban_show","kanban_unblock","memory","mixture_of_agents","mqtt_device_command","mqtt_publish","mqtt_subscribe_recent","patch","process","process_manage","react_to_message","read_file","read_terminal","search_files","send_message","session_search","skill_manage","skill_view","skills_list","terminal","text_to_speech","todo","todo_list","tool_call","video_analyze","video_generate","vision_analyze","web_extract","web_search","write_file","x_search","xai_video_edit","xai_video_extend"],"secrets":{
 "names": {"NAME":"(?<![\\w.-])[\\w.-]{0,40}(?:[\\w-](?<!max[_-])(?<!total[_-])(?<!completion[_-])(?<!prompt[_-])(?<!input[_-])(?<!output[_-])(?<!cached[_-])(?<!reasoning[_-])token(?!s[\\\"' ]{0,3}[:=][\\\"' ]{0,3}[0-9])|api[_-]?key|access[_-]?key|account[_-]?key|subscription[_-]?key|license[_-]?key|auth[_-]?key|master[_-]?key|encryption[_-]?key|signing[_-]?key|service[_-]?key|secret(?!ar|iv|ion)|passw(?:or)?d|passphrase|passwort|kennwort|pwd|(?<![A-Za-z])psk|[_-]pass|[_-]pw|authorization|cookie|credential|private[_-]?key|session[_-]?key|shared[_-]?access|signature)(?![_-]?(?:name|file|path|polic|length|count|ur[il]|endpoint|type|expir|version|manager|store|ref|stdin|limit|field|label|required|enabled|prompt|hint|reset|ids?\\b))[\\w-]{0,24}","OPTION":"(?:[\\w-]{0,40}[_-]|new|old|current|admin|user|src|dest|db|root)?(?:password|passwd|passphrase|pass|pwd|pw|psk|secret|token|api-?key|access-?key|private-?key|secret-?key|account-?key|auth-?key|credentials?|(?:src|dest)?(?:storepass(?:wd)?|keypass))","LINE":"(?:^|\\n|\\\\[nr]|[\"'])[ \\t-]{0,20}","CODE":"(?![$<{%/~*`]|\\()(?!(?:await|new|async|function|lambda|not)[ \\t])(?![A-Za-z_][\\w.]{0,80}[\\[(])(?![A-Za-z_]{1,40}(?:\\.[A-Za-z_]{1,40}){1,9}(?:[ \\t\\r\\n\\\"'\\\\;,)}\\]]|$))(?![A-Za-z_]{0,40}(?:[Pp]assword|[Pp]asswd|[Tt]oken|[Ss]ecret|[Kk]ey|[Aa]uthorization)(?:[ \\t\\r\\n\\\"'\\\\;,)}\\]]|$))","VARIABLE":"(?![$<{%/~*`]|\\()","ARGUMENTS":"(?:[ \\t][^\\r\\n|;]{0,160}(?:\\\\\\r?\\n[^\\r\\n|;]{0,160}){0,2})?","SHELL":"(?![\"'`]{0,1}[$<{%/~*`(])(?:'[^'\\\\\\r\\n]+|\"[^\"\\\\\\r\\n]+|[^ \\t\\r\\n\"'\\\\]+)","WORD":"(?:[Mm]ot[ _-]?de[ _-]?passe|[Cc]ontrase(?:ñ|n|\\\\u00f1)a|[Cc]lave de acceso|[Ss]enha|[Hh]as(?:ł|l)o|[Ww]achtwoord|[Kk]ennwort|[Pp]asswort|[Pp]arola|[Şş]ifre|[Ss]ifre|[Hh]eslo|[Ll](?:ö|o)senord|[Aa]dgangskode|[Pp]assord|[Ss]alasana|[Jj]elsz(?:ó|o)|[Pp]arole|[Mm]ật khẩu|[Kk]ata sandi|[Пп]арол[ьяюі]|ПАРОЛЬ|[Κκ]ωδικός|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|كلمة (?:المرور|السر)|סיסמה|पासवर्ड|รหัสผ่าน)"},
 "patterns": [
  {"name":"a field of JSON","before":"\"{NAME}\"[ \\t\\r\\n]{0,9}:[ \\t\\r\\n]{0,9}\"","secret":"(?:[^\"\\\\]|\\\\.)*","anyCase":true},
  {"name":"a field of JSON in a string","before":"\\\\\"{NAME}\\\\\"[ \\t]{0,9}:[ \\t]{0,9}\\\\\"","secret":"(?:[^\"\\\\]|\\\\[^\"])*","anyCase":true},
  {"name":"deeper","before":"\\\\\\\\\"{NAME}\\\\{2,9}\"[ \\t]{0,9}:[ \\t]{0,9}\\\\{2,9}\"","secret":"[^\"\\\\]*","anyCase":true},
  {"name":"a list","before":"{NAME}\\\\{0,9}\"?[ \\t\\r\\n]{0,9}:[ \\t\\r\\n]{0,9}\\[[ \\t\\r\\n]{0,9}\\\\{0,9}\"","secret":"[^\\]]*","anyCase":true},
  {"name":"a token","before":"\\\\?\"token\\\\?\"[ \\t]{0,9}:[ \\t]{0,9}\\\\?\"","secret":"[^\"\\\\ \\t\\r\\n]{16,}","anyCase":true},
  {"name":"a short token, of letters and digits","before":"\\\\{0,9}\"token\\\\{0,9}\"[ \\t]{0,9}:[ \\t]{0,9}\\\\{0,9}\"(?=[^\"\\\\ \\t\\r\\n]{0,40}[0-9])(?=[^\"\\\\ \\t\\r\\n]{0,40}[A-Za-z])","secret":"[^\"\\\\ \\t\\r\\n]{7,}","anyCase":true},
  {"name":"a short name","before":"(?<![\\w.-])(?:pass|pw|passcode|otp|totp)(?:\\\\{0,9}[\"'])?[ \\t]{0,9}(?::|=>|=)[ \\t]{0,9}[bruf]{0,2}\\\\{0,9}[\"'`]","secret":"[^\"'`\\\\ \\t\\r\\n]{4,}","anyCase":true},
  {"name":"a token of Python","before":"'token'[ \\t]{0,9}:[ \\t]{0,9}[bruf]{0,2}'","secret":"[^'\\\\ \\t\\r\\n]{4,}","anyCase":true},
  {"name":"a number to prove who one is","before":"(?<![\\w.-])(?:pin|otp|totp|tan|cvc|cvv)(?:\\\\{0,9}[\"'])?[ \\t]{0,9}[:=][ \\t]{0,9}(?:\\\\{0,9}[\"'])?","secret":"[0-9]{3,8}(?![\\w.-])","anyCase":true},
  {"name":"a code in a sentence","before":"\\b(?:verification|one-time|security|login|access|confirmation|authentication|sms|2fa|pin)[ \\t]{1,3}(?:code|pin|password)?[ \\t]{0,3}(?:is|lautet|:)[ \\t:]{1,3}(?:\\\\{0,9}[\"'`*]{1,3})?","secret":"[0-9]{4,8}(?![\\w.-])","anyCase":true},
  {"name":"an escaped name","before":"\"[^\"\\\\]{0,40}\\\\u00[4-7][0-9a-f][^\"]{0,80}\"[ \\t]{0,9}:[ \\t]{0,9}\"","secret":"(?:[^\"\\\\]|\\\\.)*","anyCase":true},
  {"name":"a literal in double quotes","before":"{NAME}['\"\\]]{0,3}(?:: ?[&\\w<>?]{1,20}(?= ?=)| string)?[ \\t]{0,9}(?::=|=>|<-|[:=])[ \\t]{0,9}[bruf]{0,2}\"(?![ \\t])","secret":"[^\"\\\\\\r\\n]+","anyCase":true},
  {"name":"the same in a string","before":"{NAME}(?:\\\\{1,9}[\"'])?\\]?[ \\t]{0,9}(?::=|=>|[:=])[ \\t]{0,9}[bruf]{0,2}\\\\{1,9}\"","secret":"[^\"\\\\\\r\\n]+","anyCase":true},
  {"name":"a literal in single quotes","before":"{NAME}\\\\{0,9}[\"'\\]]{0,3}[ \\t]{0,9}(?::=|=>|[:=])[ \\t]{0,9}[bruf]{0,2}(?:'|(?<=[ \\t])`(?![,.;:) ]))","secret":"[^'`\\r\\n]+","anyCase":true},
  {"name":"an assignment","before":"{NAME}[ \\t]{0,9}:?=[ \\t]{0,9}(?:\\\\{0,9}[\"'])?{CODE}","secret":"[^ \\t\\r\\n\"'\\\\&;]+","anyCase":true},
  {"name":"a line","before":"{LINE}(?:{NAME}|token)::?[ \\t]*{CODE}","secret":"[^ \\t\\r\\n\"'\\\\{\\[]+(?=[ \\t]{0,9}(?:[\\r\\n\"'\\\\,;#(}]|$))","anyCase":true},
  {"name":"a header","before":"{LINE}(?:proxy-)?authorization:[ \\t]*[\"']?(?![ \\t]){CODE}","secret":"[^\\r\\n\"'\\\\{\\[]*","anyCase":true},
  {"name":"a header of cookies","before":"{LINE}(?:set-)?cookie:[ \\t]*(?=[^\\r\\n=\"'\\\\]{1,80}=)","secret":"[^\\r\\n\"'\\\\]*","anyCase":true},
  {"name":"the next line","before":"{LINE}(?:{NAME}|token)[\"']?:[ \\t]{0,9}(?:[|>][+-]?[ \\t]{0,9})?\\r?\\n[ \\t]{0,40}[\"']?{CODE}","secret":"[^ \\t\\r\\n\"'\\\\:{\\[]+(?=[\"']?[ \\t]{0,9},?(?:[\\r\\n]|$))","anyCase":true},
  {"name":"the next line in a string","before":"{LINE}(?:{NAME}|token):[ \\t]{0,9}(?:[|>][+-]?[ \\t]{0,9})?(?:\\\\r)?\\\\n[ \\t]{0,40}{CODE}","secret":"[^ \\t\\r\\n\"'\\\\:{\\[]+(?=[ \\t]{0,9}[\\r\\n\"\\\\])","anyCase":true},
  {"name":"a value that is no word","before":"{NAME}\\*{0,2}:\\*{0,2}[ \\t]{0,9}`?{CODE}(?=[^ \\t\\r\\n\"'\\\\]{0,80}[0-9])","secret":"[^ \\t\\r\\n\"'\\\\,;)}\\]`]{4,}","anyCase":true},
  {"name":"a cell of a table","before":"\\|[ \\t]*\\*{0,2}{NAME}\\*{0,2}[ \\t]*\\|[ \\t]*`?{CODE}(?=[^ \\t\\r\\n|]{0,80}[0-9])","secret":"[^ \\t\\r\\n\"'\\\\|`]{4,}","anyCase":true},
  {"name":"the word in other languages","before":"{WORD}(?:[\\w-]{0,20}\\\\{0,9}[\"'*]{0,3}[ \\t]{0,3}(?:[:=]|：|—|–|=>)|[ \\t]{0,3}(?:est|es|lautet|ist|é|è)[ \\t]{1,3}:?|は|는|은|是)[ \\t]{0,3}(?:\\\\{0,9}[\"'`「“„«*]{1,3})?{CODE}(?![0-9]{1,3}(?:[^\\w.!-]|$))","secret":"(?=[^ \\t\\r\\n\"'\\\\`」”“»,]{0,60}[0-9#$%&*+=@_])[^ \\t\\r\\n\"'\\\\`」”“»,*。、]{4,}"},
  {"name":"a short name without quotes","before":"(?:(?<![\\w.-])|(?<=\\\\[nr]))(?:pass|pw)[ \\t]{0,3}[:=][ \\t]{0,3}{CODE}(?=[^ \\t\\r\\n\"'\\\\]{0,60}[0-9])(?=[^ \\t\\r\\n\"'\\\\]{0,60}[A-Za-z])","secret":"[^ \\t\\r\\n\"'\\\\,;)}\\]]{5,}","anyCase":true},
  {"name":"the word in other languages, a blank, a value","before":"{WORD}[ \\t]{1,3}(?:[\\\\\"'`「“„«*]{1,4})?{CODE}(?=[^ \\t\\r\\n\"'\\\\`」”“»,]{0,60}[0-9])(?=[^ \\t\\r\\n\"'\\\\`」”“»,]{0,60}[A-Za-z])","secret":"[^ \\t\\r\\n\"'\\\\`」”“»,*。、]{6,}"},
  {"name":"a token of code","before":"(?<![\\w-])token\\\\{0,9}[\"']?\\]?[ \\t]{0,9}(?::=|=>|=)[ \\t]{0,9}\\\\{0,9}[\"'`](?=[^ \\t\\r\\n\"'\\\\]{0,60}[0-9])(?=[^ \\t\\r\\n\"'\\\\]{0,60}[A-Za-z])","secret":"[^\"'`\\\\ \\t\\r\\n]{6,}","anyCase":true},
  {"name":"a password behind a user","before":"(?<![\\w-])(?:-u|-U|--user|--username)[ \\t=][^ \\t\\r\\n]{1,80}(?:[ \\t][^\\r\\n|;]{0,80})?[ \\t]-[pP](?:[ \\t]{1,9}|=)(?!-)(?=[^ \\t\\r\\n\"'\\\\]{0,60}[0-9])(?=[^ \\t\\r\\n\"'\\\\]{0,60}[A-Za-z])","secret":"{SHELL}"},
  {"name":"a password of a remote desktop","before":"[ \\t]/u:[^ \\t\\r\\n]{1,80}(?:[ \\t][^\\r\\n|;]{0,80})?[ \\t]/p:","secret":"{SHELL}"},
  {"name":"a password without a name","before":"\\b(?:rabbitmqctl (?:add_user|change_password)[ \\t][^ \\t\\r\\n]{1,80}[ \\t]|(?:openssl passwd|mkpasswd)(?:[ \\t]-[\\w-]{1,20}(?:[ \\t=](?:sha|md|yes|bcrypt)[\\w-]{0,12})?){0,4}[ \\t]|rclone obscure[ \\t]|ansible-vault encrypt_string[ \\t]|ssh-keygen(?:[ \\t][^\\r\\n|;]{0,120})?[ \\t]-N[ \\t])(?!-|(?:sha|md|yescrypt|bcrypt)-?[0-9]{0,3}(?:[ \\t\\r\\n\"\\\\]|$))","secret":"{SHELL}"},
  {"name":"a secure string of PowerShell","before":"ConvertTo-SecureString[ \\t]{1,9}(?:-String[ \\t]{1,9})?\\\\{0,9}[\"'](?!\\$)","secret":"[^\"'\\\\\\r\\n]+","anyCase":true},
  {"name":"a secret of SNMP","before":"\\bsnmp[a-z]{2,8}{ARGUMENTS}[ \\t]-A[ \\t]","secret":"{SHELL}"},
  {"name":"cookies of a command","before":"(?:--cookie|\\bcurl{ARGUMENTS}[ \\t]-b)[ \\t=]{1,3}(?:\\\\{0,9}[\"'])?(?=[^ \\t\\r\\n=\"'\\\\]{1,80}=)","secret":"[^\"'\\\\\\r\\n]+"},
  {"name":"a login of Docker","before":"\\\\{0,9}\"_?auth\\\\{0,9}\"[ \\t]{0,9}:[ \\t]{0,9}\\\\{0,9}\"(?=[^\"\\\\]{0,80}(?:=|[A-Z][^\"\\\\]{0,80}[0-9]|[0-9][^\"\\\\]{0,80}[A-Z]))","secret":"[A-Za-z0-9+/_-]{12,}={0,2}(?=\\\\{0,9}\")"},
  {"name":"what a program types into a field","before":"[\"'#\\[=.](?:password|passwd|passphrase|pwd|pass|otp|pin|token|secret)[\\]]{0,2}\\\\{0,9}[\"'](?:[ \\t]{0,9},[ \\t]{0,9}|[ \\t]{0,9}\\)[ \\t]{0,9}\\.[ \\t]{0,9}(?:fill|type|send_?keys|set_?value|val|input|press_?sequentially)\\([ \\t]{0,9})\\\\{0,9}[\"'`](?=[^\"'`\\\\\\r\\n]{0,60}[0-9])","secret":"[^\"'`\\\\\\r\\n]+","anyCase":true},
  {"name":"words from which a key is made","before":"\\b(?:seed|recovery|mnemonic|backup)[ _-]?(?:phrase|words)?(?:\\\\{0,9}[\"'])?[ \\t]{0,3}(?:is|:|=)[ \\t]{0,3}(?:\\\\{0,9}[\"'`])?","secret":"(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\\b","anyCase":true},
  {"name":"codes to recover an account","before":"\\b(?:backup|recovery|scratch)[ _-]?codes?(?:\\\\{0,9}[\"'])?[ \\t]{0,3}[:=][ \\t]{0,3}[\\[\\\\\"']{0,4}(?=[^\\r\\n\"'\\\\]{0,9}[0-9])","secret":"[A-Za-z0-9]{3,8}-[A-Za-z0-9]{3,8}(?:[\\\\\"' ,]{1,6}[A-Za-z0-9]{3,8}-[A-Za-z0-9]{3,8}){0,20}","anyCase":true},
  {"name":"the code of a network","before":"\\bWIFI:[^\\r\\n;]{0,60}(?:;[^\\r\\n;]{0,60}){0,3};P:","secret":"[^;\\r\\n\"\\\\]+"},
  {"name":"a secret that a command sets","before":"\\bsecrets? set[ \\t]{1,9}[\\w-]{1,60}(?:=|[ \\t]{1,9}(?:--body|-b)[ \\t=]{1,9})(?:\\\\{1,9}(?=[\"']))?","secret":"{SHELL}"},
  {"name":"a setting of a program","before":"\\bconfig(?:ure)?(?:(?:[ \\t]{1,9}(?:set|add|-{1,2}[\\w-]{1,20})){1,4}[ \\t]{1,9}[\\w./:@-]{0,80}(?:token|passw(?:or)?d|secret|_auth)(?!\\w{0,20}(?:file|path))[\\w.-]{0,40}|[ \\t]{1,9}(?=[\\w-]{1,40}[./:])[\\w./:@-]{0,80}(?:token|passw(?:or)?d|secret|_auth)(?!\\w{0,20}(?:file|path))[\\w.-]{0,40}|(?:[ \\t]{1,9}-{1,2}[\\w-]{1,20}){0,4}[ \\t]{1,9}http-basic\\.[^ \\t\\r\\n]{1,80}[ \\t]{1,9}[\\w.@-]{1,60})[ \\t]{1,9}(?:\\\\{1,9}(?=[\"']))?(?=[\"']|[^ \\t\\r\\n]{0,80}[0-9]|[^ \\t\\r\\n]{8})","secret":"{SHELL}","anyCase":true},
  {"name":"a setting that is called secret","before":"(?:\\bconfig[ \\t]{1,9}set(?=[^\\r\\n]{0,120}[ \\t]--secret\\b)(?:[ \\t]{1,9}-{1,2}[\\w-]{1,20}){1,4}|\\buser-secrets[ \\t]{1,9}set)[ \\t]{1,9}[^ \\t\\r\\n]{1,80}[ \\t]{1,9}(?:\\\\{1,9}(?=[\"']))?","secret":"{SHELL}"},
  {"name":"a variable of Terraform","before":"\\bvariable[ \\t]{1,3}\\\\{0,9}\"{NAME}\\\\{0,9}\"[ \\t]{0,3}\\{[^{}]{0,300}\\bdefault[ \\t]{0,9}=[ \\t]{0,9}\\\\{0,9}\"","secret":"[^\"\\\\\\r\\n]+","anyCase":true},
  {"name":"credentials","before":"\\b(?:cred(?:ential)?s?|login)[:=][ \\t]{0,3}[\\w.@-]{1,60}[ \\t]{0,3}[/:][ \\t]{0,3}(?!/)(?=[^ \\t\\r\\n\"'\\\\]{0,60}[0-9])(?=[^ \\t\\r\\n\"'\\\\]{0,60}[A-Za-z])","secret":"[^ \\t\\r\\n\"'\\\\,;)]{5,}","anyCase":true},
  {"name":"an element with its name","before":"(?:key|name|id)=\\\\{0,9}[\"']{NAME}\\\\{0,9}[\"'][^<>\\r\\n]{0,80}>(?=[^<\\\\]{0,80}[0-9])","secret":"[^<\\\\]*(?=\\\\{0,9}[nr]?[ \\t]{0,40}<)","anyCase":true},
  {"name":"a list of properties","before":"<key>{NAME}</key>(?:[ \\t\\r\\n]|\\\\{1,9}[nrt]){0,40}<string>","secret":"[^<\\\\]*","anyCase":true},
  {"name":"an element","before":"<(?:[\\w.-]{0,40}:)?{NAME}(?:[ \\t][^<>\\r\\n]{0,200})?>(?:[ \\t\\r\\n]|\\\\{1,9}[nrt]){0,40}(?:<!\\[CDATA\\[)?","secret":"[^<\\]\\\\]*(?=\\\\{0,9}[nr]?[ \\t]{0,40}(?:<|\\]\\]>))","anyCase":true},
  {"name":"a setting of XML","before":"(?:key|name)=\\\\{0,9}[\"']{NAME}\\\\{0,9}[\"'][ \\t]{1,9}value=\\\\{0,9}[\"']","secret":"[^\"'\\\\]*","anyCase":true},
  {"name":"a field of a form","before":"type=\\\\{0,9}[\"']password\\\\{0,9}[\"'][^<>\\r\\n]{0,160}[ \\t]value=\\\\{0,9}[\"']","secret":"[^\"'\\\\]*","anyCase":true},
  {"name":"a call that sets it","before":"(?<![\\w-])(?:(?:set|with|use|change|update)_?\\w{0,20})?(?:password|passwd|passphrase|secret|token|api_?key)\\w{0,10}\\([ \\t]{0,9}[bruf]{0,2}\\\\{0,9}[\"'`]","secret":"[^\"'`\\\\\\r\\n]+","anyCase":true},
  {"name":"a call without quotes","before":"(?<![\\w-])(?:password|passwd|passphrase)\\((?=[\\w-]{0,40}[0-9])","secret":"[\\w-]{4,}(?=\\))","anyCase":true},
  {"name":"a call with its name","before":"(?:define|set\\w{0,20}|put\\w{0,20}|add\\w{0,20}|append|environ(?:\\.get)?\\w{0,20}|getenv|header)\\([ \\t]{0,9}(?:\\\\{0,9}[\"'][\\w.-]{1,40}\\\\{0,9}[\"'],[ \\t]{0,9})?\\\\{0,9}[\"'](?:{NAME}|token|[\\w-]{1,40}_salt|(?:nonce|logged_in)_key)\\\\{0,9}[\"'][ \\t]{0,9},[ \\t]{0,9}[bruf]{0,2}\\\\{0,9}[\"'`]","secret":"[^\"'`\\\\\\r\\n]+","anyCase":true},
  {"name":"a call with a user","before":"(?:auth(?:\\\\{0,9}[\"'])?[ \\t]{0,9}[:=][ \\t]{0,9}|HTTP(?:Basic|Digest)Auth|NetworkCredential|basic_?auth|\\blogin|\\bauthenticate|\\bsign_?in)\\([ \\t]{0,9}\\\\{0,9}[\"'][^\"'\\\\\\r\\n]{1,80}\\\\{0,9}[\"'][ \\t]{0,9},[ \\t]{0,9}\\\\{0,9}[\"']","secret":"[^\"'\\\\\\r\\n]+","anyCase":true},
  {"name":"a call with an address and a user","before":"\\b(?:getConnection|[\\w:.>-]{0,40}connect|mysqli|PDO)\\([^,()\\r\\n]{1,120},[ \\t]{0,9}\\\\{0,9}[\"'][^\"'\\\\\\r\\n]{1,80}\\\\{0,9}[\"'][ \\t]{0,9},[ \\t]{0,9}\\\\{0,9}[\"']","secret":"[^\"'\\\\\\r\\n]+"},
  {"name":"a network","before":"\\bWiFi\\.begin\\([^,\\r\\n]{1,60},[ \\t]{0,9}\\\\{0,9}[\"']","secret":"[^\"'\\\\\\r\\n]+"},
  {"name":"what is typed","before":"\\bsend[ \\t]{1,9}(?:-- )?\\\\{0,9}[\"']","secret":"[^\"'\\\\\\r\\n]+(?=\\\\{1,9}r\\\\{0,9}[\"'])"},
  {"name":"a user with a password","before":"(?<![\\w-])(?:-u|--user)(?:[ \\t]{0,9}|=)(?:\\\\{0,9}[\"'])?{VARIABLE}","secret":"[^ \\t\\r\\n\"'\\\\:]{1,80}:[^ \\t\\r\\n\"'\\\\]+"},
  {"name":"an option","before":"(?<![\\w-])--?(?!-?(?:disabled|no|ask|use|with|without|prompt)-){OPTION}(?:[ \\t]{1,9}|=)(?:\\\\{1,9}(?=[\"']))?(?!-)","secret":"{SHELL}"},
  {"name":"an option of any case","before":"(?<![\\w-])[/-](?!-?(?:disabled|no|ask|use|with|without|prompt)-){OPTION}(?:[ \\t]{1,9}|[=:])(?:\\\\{1,9}(?=[\"']))?(?!-)","secret":"{SHELL}","anyCase":true},
  {"name":"a password of ssh or a database","before":"\\b(?:sshpass|mysql[a-z]{0,12}|mariadb[a-z-]{0,12}){ARGUMENTS}[ \\t]-p(?:\\\\{1,9}(?=[\"']))?(?![- \\t\\\\])","secret":"{SHELL}"},
  {"name":"a password behind -p","before":"\\b(?:sshpass|(?:docker|podman|helm registry|oc|az acr) login|mongo[a-z]{0,8}|rdesktop|snowsql|twine upload|useradd|usermod){ARGUMENTS}[ \\t]-p(?:[ \\t]+|=)(?:\\\\{1,9}(?=[\"']))?(?!-)","secret":"{SHELL}"},
  {"name":"a password behind another letter","before":"\\b(?:redis-cli{ARGUMENTS}[ \\t]-a|ldap[a-z]{1,10}{ARGUMENTS}[ \\t]-w|(?:(?:un)?zip|sqlcmd|bcp|isql){ARGUMENTS}[ \\t]-P|openssl enc{ARGUMENTS}[ \\t]-k|7z{ARGUMENTS}[ \\t]-p|schtasks{ARGUMENTS}[ \\t]/rp[ \\t]|snmp[a-z]{2,8}{ARGUMENTS}[ \\t]-[Xc][ \\t]|(?:un)?rar{ARGUMENTS}[ \\t]-h?p|htpasswd -[a-zA-Z]{0,8}b[a-zA-Z]{0,8} [^ \\t\\r\\n]{1,80} [^ \\t\\r\\n]{1,80}[ \\t]|net user [^ \\t\\r\\n/]{1,80}[ \\t]|net use (?:[A-Za-z]:[ \\t])?\\\\{2,9}[^ \\t\\r\\n]{1,100}[ \\t](?!/)|net use [^\\r\\n|;]{0,100}/user:[^ \\t\\r\\n]{1,80}[ \\t])[ \\t]{0,9}(?:\\\\{1,9}(?=[\"']))?(?![-/])","secret":"{SHELL}"},
  {"name":"a user and a password","before":"\\b(?:smbclient|mount\\.cifs|rpcclient|curl|wget){ARGUMENTS}[ \\t]-U[ \\t]*(?:\\\\{0,9}[\"'])?[^ \\t\\r\\n%\"'\\\\]{1,80}%","secret":"[^ \\t\\r\\n\"'\\\\]+"},
  {"name":"a user and a password, with another sign","before":"\\b(?:lftp{ARGUMENTS}[ \\t]-u[ \\t]{1,9}[^ \\t\\r\\n,\"'\\\\]{1,80},|https?{ARGUMENTS}[ \\t](?:-a|--auth)[ \\t]{1,9}(?:\\\\{0,9}[\"'])?[^ \\t\\r\\n:\"'\\\\]{1,80}:|sqlplus{ARGUMENTS}[ \\t][\\w.-]{1,80}/|jdbc:oracle:\\w{1,9}:[\\w.-]{1,80}/)(?:\\\\{0,9}[\"'])?{VARIABLE}","secret":"[^ \\t\\r\\n\"'\\\\@]+"},
  {"name":"what a program reads","before":"\\b(?:echo|printf|yes)(?:[ \\t]+-[neE]{1,3})?(?:[ \\t]+(?:\\\\{0,9}[\"'])?%s[^ \\t\\r\\n]{0,8})?[ \\t]+(?:\\\\{0,9}[\"'])?(?!-){VARIABLE}","secret":"[^|\"'\\\\\\r\\n]{1,60}(?=(?:\\\\{0,9}[\"'])?[ \\t]{0,9}\\|[ \\t]{0,9}(?:sudo (?:-[A-Za-z]{1,4} )?-[A-Za-z]{0,4}S|(?:sudo )?(?:chpasswd|passwd|su|kinit|cryptsetup)\\b|[a-z]{1,20}[^\\r\\n|;]{0,100}(?:--password-stdin|--with-token|--passphrase-fd 0)))"},
  {"name":"a here-string","before":"(?:-[A-Za-z]{0,4}S|--with-token|--password-stdin|chpasswd|passwd|\\bkinit|\\bsu\\b|cryptsetup|\\bsecret|\\blogin)[^\\r\\n|;<]{0,80}<<<[ \\t]{0,9}(?:\\\\{0,9}[\"'])?{VARIABLE}","secret":"[^ \\t\\r\\n\"'\\\\]+"},
  {"name":"an argument of openssl","before":"\\bpass:","secret":"[^ \\t\\r\\n\"'\\\\]{4,}"},
  {"name":"a name, a blank, a value","before":"(?:\\b(?:ENV|ARG|setx|set|machdep)|#define)[ \\t]+{NAME}[ \\t]+[\"']?{VARIABLE}(?=[^ \\t\\r\\n\"'\\\\]{0,80}[0-9]|[^ \\t\\r\\n\"'\\\\]{1,80}[\"']?[ \\t]{0,9}(?:$|[\\r\\n\\\\;&|\"']))","secret":"[^ \\t\\r\\n\"'\\\\]+","anyCase":true},
  {"name":"a name in capitals, a blank, a value","before":"\\b(?:ENV|ARG|setx)[ \\t]+[A-Z][A-Z0-9_]{0,60}_KEY[ \\t]+[\"']?{VARIABLE}","secret":"[^ \\t\\r\\n\"'\\\\]+"},
  {"name":"a setting of Redis","before":"(?:{LINE}|\\bconfig set |\\bCONFIG SET )(?:requirepass|masterauth|AUTH)[ \\t]{1,9}(?:\\\\{0,9}[\"'])?{VARIABLE}(?=[^ \\t\\r\\n\"'\\\\]{0,80}[0-9])","secret":"[^ \\t\\r\\n\"'\\\\]{4,}"},
  {"name":"a word of letters and digits behind a name","before":"(?<![\\w.-])(?:[\\w-]{0,20}[_-])?(?:password|passwd|passphrase|pass|psk|api[ _-]?key|secret|wpa_passphrase [^ \\t\\r\\n]{1,40})[ \\t]{1,3}(?:(?:→|->|—|–)[ \\t]{1,3})?(?:\\\\{0,9}[\"'`]){0,3}{CODE}(?=[^ \\t\\r\\n\"'\\\\=(]{0,60}[0-9])(?=[^ \\t\\r\\n\"'\\\\=(]{0,60}[A-Za-z])(?!(?:sha|md|base|argon|oauth|utf|pbkdf|v)-?[0-9]|[\\w.-]{0,60}[/:=(\\[])","secret":"[^ \\t\\r\\n\"'\\\\,;)}\\]`]{6,}","anyCase":true},
  {"name":"aws configure","before":"\\bconfigure set [\\w.]{0,60}(?:secret|token|key)[\\w.]{0,20} ","secret":"[^ \\t\\r\\n\"'\\\\]+"},
  {"name":"a literal of Kubernetes","before":"--from-literal[= ](?:\\\\{0,9}[\"'])?[\\w.-]{1,60}=(?:\\\\{0,9}[\"'])?{VARIABLE}","secret":"[^ \\t\\r\\n\"'\\\\]+"},
  {"name":"a login with a key","before":"\\b(?:vault|cargo) login[ \\t]{1,9}(?!-){VARIABLE}","secret":"[^ \\t\\r\\n\"'\\\\=]{6,}"},
  {"name":".netrc","before":"\\blogin[ \\t]+[^ \\t\\r\\n\\\\]{1,80}(?:[ \\t\\r\\n]|\\\\[rn]){1,20}(?:account[ \\t]+[^ \\t\\r\\n\\\\]{1,80}(?:[ \\t\\r\\n]|\\\\[rn]){1,20})?password[ \\t]+","secret":"[^ \\t\\r\\n\"'\\\\]+"},
  {"name":".netrc in another order","before":"\\b(?:machine[ \\t]+[^ \\t\\r\\n\\\\]{1,80}|default)(?:[ \\t\\r\\n]|\\\\[rn]){1,20}password[ \\t]+","secret":"[^ \\t\\r\\n\"'\\\\]+(?=(?:[ \\t\\r\\n]|\\\\[rn]){1,20}(?:login|account)[ \\t])"},
  {"name":"SQL","before":"\\b(?:(?:identified by|password|passwort|pragma key)[ \\t]{0,9}(?:=[ \\t]{0,9}|(?<=[ \\t]))\\\\{0,9}'|identified by[ \\t]{1,9}\\\\{0,9}\")","secret":"[^'\"\\r\\n\\\\]+","anyCase":true},
  {"name":"a sentence","before":"\\b(?:password|passwort|passphrase|passcode|mot de passe|contraseña|senha|api[ _-]?key|secret(?: key)?|access key|token|pin)(?: for (?:the |my |your )?[\\w-]{1,20})?[ \\t]{1,3}(?:is|was|ist|lautet|est|es)[ \\t:]{1,3}[\"'`]?(?=[^ \\t\\r\\n]{0,60}[0-9])","secret":"[^ \\t\\r\\n\"'`,]{4,}","anyCase":true},
  {"name":"a query","before":"[?&#](?:token|key|sig|{NAME})=","secret":"[^&# \\t\\r\\n\"'\\\\]*","anyCase":true},
  {"name":"a scheme of authorization","before":"\\b(?:bearer|basic|token|digest)[ \\t]+(?!(?:realm|error|scope|charset)=)(?=[\\w.~+/=-]*[0-9=])","secret":"[\\w.~+/=-]{6,}","anyCase":true},
  {"name":"an address with a password","before":"://[^ \\t\\r\\n/:@\"'\\\\]{0,80}(?=:)","secret":":[^ \\t\\r\\n/@\"'\\\\]+(?=@)"},
  {"name":"a user in an address","before":"://","secret":"[^ \\t\\r\\n/:@\"'\\\\]+(?=:[^ \\t\\r\\n/@\"'\\\\]+@)"},
  {"name":"a private key","before":"-----BEGIN [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----","secret":"[^-]*"},
  {"name":"a variable","before":"(?:(?<![\\w-])|(?<=\\\\[nr]))(?:(?:[A-Z0-9_]{1,60}_)?(?:PASS|PW|TOKEN|AUTH|CREDS|PIN|SALT)|[A-Z0-9_]{1,60}(?<!PUBLIC)(?<!PRIMARY)(?<!FOREIGN)(?<!SORT)(?<!CACHE)_KEY)={VARIABLE}","secret":"[^ \\t\\r\\n\"'\\\\]+"},
  {"name":"a variable in quotes","before":"(?:(?<![\\w-])|(?<=\\\\[nr]))(?:(?:[A-Z0-9_]{1,60}_)?(?:PASS|PW|TOKEN|AUTH|CREDS|PIN|SALT)|[A-Z0-9_]{1,60}(?<!PUBLIC)(?<!PRIMARY)(?<!FOREIGN)(?<!SORT)(?<!CACHE)_KEY)=\\\\{0,9}[\"']{VARIABLE}","secret":"[^\"'\\\\\\r\\n]+"},
  {"name":"a key of Laravel","before":"_KEY=base64:","secret":"[A-Za-z0-9+/=]{16,}"},
  {"name":"a key of Amazon or Google","before":"(?:\\b|(?<=\\\\[nrt]))(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|AIza|ya29\\.|SG\\.)","secret":"[\\w.-]{12,}"},
  {"name":"a known prefix","before":"(?:\\b|(?<=\\\\[nrt]))(?:sk|pk|rk|xai|key)[-_](?=[\\w-]{0,40}[0-9]|[A-Za-z]{24})","secret":"[\\w-]{12,}"},
  {"name":"a known vendor","before":"(?:\\b|(?<=\\\\[nrt]))(?:gh[oprsu]_|glpat-|hf_|xox[abeoprs]-|github_pat_|npm_|r8_|gsk_|nvapi-|whsec_|shpat_|dop_v1_|pypi-|hvs\\.|hvb\\.|sb_secret_|sbp_|dapi)(?=[\\w-]{0,60}[0-9]|[A-Za-z]{16})","secret":"[\\w-]{12,}"},
  {"name":"a web token","before":"(?<![\\w-])(?=[\\w-]*\\.[\\w-]{6})[\\w-]*?\\b(?=eyJ)","secret":"eyJ[\\w-]{6,}\\.[\\w-]{6,}(?:\\.[\\w-]*)?"},
  {"name":"an address of mail","before":"","secret":"[\\w.%+\\u00c0-\\u1fff\\u2c00-\\ud7ff-]{1,64}@(?:[\\w\\u00c0-\\u1fff\\u2c00-\\ud7ff-]{1,63}\\.){1,8}[A-Za-z\\u00c0-\\u1fff\\u2c00-\\ud7ff]{2,24}"},
  {"name":"a long number in hexadecimals, no hash","before":"(?:\\b|(?<=\\\\[nrt]))(?<!sha1[:=-])(?<!sha1: )(?<!sha256[:=-])(?<!sha256: )(?<!sha512[:=-])(?<!sha512: )(?<!md5[:=-])(?<!md5: )(?<!MD5: )(?<!\\) = )(?<!\\)= )(?<!trace-id: )(?<!trace )(?<!commit )(?<!checksum )(?<!digest )(?<!hash )(?<!md5 )(?<!trace_id[:=])(?<!\\b00-)(?<!SHA256: )","secret":"(?![0-9]{32})(?:[0-9a-f]{32,39}|[0-9a-f]{41,})\\b(?!  ?\\*?[\\w./-]{1,80}\\.\\w|  \\S)","anyCase":true}],
 "ordinary": ["(?:(?:Bearer|Basic|Token|token|Bot) |[\\w.-]{1,40}:)?(?:\\$?\\{\\{?[^{}]*\\}?\\}|\\$[A-Z_][A-Z0-9_]*|\\$env:\\w*|%[A-Z_]*%|<[^<>]*>?|\\[[A-Za-z _-]*\\])","\\$\\([^()]*\\)?","(?:~|\\.{1,2})?(?:/[a-z][a-z0-9._-]{0,40}){2,20}","-?[0-9]{1,3}(?:\\.[0-9]{1,6})?","[xX*.]{3,}","(?:Bearer|Basic|Token|Bot) ?\\$?","[~^<>=v]{0,2}[0-9]{1,4}(?:\\.[0-9x*]{1,4}){2,3}|[~^][0-9.]{1,8}","[a-z]{1,20}(?:-[a-z]{1,20}){0,5}-(?:password|secret|token|key)s?","(?:[Yy]our|YOUR)(?:[_ -][A-Za-z]{1,20}){1,6}|(?:[Mm]y|MY)(?:[_-][A-Za-z]{1,20}){0,6}[_-](?:[Kk]ey|KEY|[Tt]oken|TOKEN|[Ss]ecret|SECRET|[Pp]assword|PASSWORD)"],
 "words": ["true","false","yes","no","on","off","none","null","nil","undefined","string","str","bytes","bool","boolean","int","integer","number","object","any","void","unknown","optional","required","inherit","bearer","basic","digest","oauth2","hidden","redacted","masked","placeholder","omitted","default","auto","manual","empty","missing","invalid","expired","revoked","unset","read","write","admin","none"],
 "ids": ["chatcmpl","cmpl","call","run","msg","resp","fc","fco","rs","item","toolu","deleg","proc","gen","thread","asst","step","req","conv","sha1","sha256","sha384","sha512","md5"],
 "heads": ["iVBORw0KGgo","/9j/","R0lGOD","UklGR","JVBERi0","UEsDB","PHN2Zy","AAAAC3Nza","AAAAB3Nza","AAAAE2Vj"],
 "pairs": {"a":"bcdfgiklmnprstuvwxy","b":"aejloruy","c":"aehiklortu","d":"adeiorsuy","e":"abcdefgilmnopqrstvwxy","f":"aefilortu","g":"aeinrstu","h":"aeiort","i":"abcdefglmnoprstvxz","j":"es","k":"eins","l":"adefilostuy","m":"abeimops","n":"acdefgiklnostu","o":"bcdfgiklmnoprstuvw","p":"aeiloprstuy","q":"u","r":"acdegiklmnorstuvy","s":"acehiklopstuwy","t":"acehiloprstuy","u":"efilmnprst","v":"aeio","w":"aehinors","x":"cpt","y":"pst","z":"e"}},"media":{
 "endings": "geojson|docx|epub|flac|html|jpeg|json|opus|pptx|tiff|webm|webp|xlsx|yaml|3gp|apk|avi|bmp|bz2|csv|doc|gif|gpx|htm|ipa|jpg|key|kml|kmz|m2a|m4a|mkv|mov|mp3|mp4|odp|ods|odt|ogg|pdf|png|ppt|rar|rtf|svg|tar|tgz|tsv|txt|wav|xls|xml|yml|zip|7z|gz|md|xz",
 "line": "^ {0,3}(?:\\*\\*)?MEDIA:[ \\t]*([\"'`]?)((?:~/|/|[A-Za-z]:[/\\\\])(?:(?!\\.(?:ENDING)[\"'`*]{0,3}[ \\t]|MEDIA:)[^\\x00-\\x1f\\x7f\"`])+\\.(?:ENDING))\\1(?:\\*\\*)?\\.?[ \\t\\r]*$",
 "served": "^ {0,3}!\\[[^\\]\\n]*\\]\\(https?://[^\\s()]+/\\.stream-fixer/media/[A-Za-z0-9_-]{32}\\)[ \\t\\r]*$",
 "picture": "\\.(?:png|jpe?g|gif|webp|bmp|tiff|svg)$"},"vendors":{
 "models": "^(?:[\\w-]{1,64}[./]){0,4}(?:gpt-\\d|chatgpt-|o[134](?![^-])|claude-|gemini-\\d|grok-\\d)",
 "ours": "hermes"},"reasons":[
 {"pattern":"^git ","text":"Why it asks: it discards or rewrites work in Git."},
 {"pattern":"^SQL ","text":"Why it asks: it deletes data from a database."},
 {"pattern":"SSH keys|Hermes secrets|metadata endpoint","text":"Why it asks: it reads keys or passwords."},
 {"pattern":"remote (?:content|script)","text":"Why it asks: it runs code from the internet."},
 {"pattern":"system config|system file|env/config|config/env|SSH/shell-rc|^registry|boot config","text":"Why it asks: it changes settings of the system or of programs."},
 {"pattern":"^format |^disk |^wipe |block device|shadow copies|^delete backups","text":"Why it asks: it writes to a whole disk, or erases one or its backups."},
 {"pattern":"writable permissions|world/other-writable|chown|Everyone access|ACLs|^sudo ","text":"Why it asks: it changes who may do what on that computer."},
 {"pattern":"delete|^xargs with rm|^find |^package manager uninstall","text":"Why it asks: it deletes files."},
 {"pattern":"^(?:force |stop|kill|fork bomb|start gateway|hermes update|system shutdown|docker.*lifecycle)","text":"Why it asks: it stops or restarts programs."},
 {"pattern":"obfuscation|encoded command|via -|via heredoc|immediate execution|execution flag","text":"Why it asks: it runs code that its rules cannot check."}],"characters":{
 "sign": "9-a 20-2f 3a-40 5b-5e 60 7b-7e a1-a9 ab-ac ae-b1 b4 b6-b8 bb bf d7 f7 2c2-2c5 2d2-2df 2e5-2eb 2ed 2ef-2ff 375 384-385 387 3f6 482 55a-55f 589-58a 58d-58f 5be 5c0 5c3 5c6 5f3-5f4 606-60f 61b 61d-61f 66a-66d 6d4 6de 6e9 6fd-6fe 888 964-965 970 9f2-9f3 9fa-9fb 9fd a76 af0-af1 b70 bf3-bfa c77 c7f c84 d4f d79 df4 e3f e4f e5a-e5b f01-f17 f1a-f1f f34 f36 f38 f3a-f3d f85 fbe-fc5 fc7-fcc fce-fda 104a-104f 109e-109f 10fb 1360-1368 1390-1399 16eb-16ed 1735-1736 17d4-17d6 17d8-17db 1802-1803 1805 19e0-19ff 1cd3 1fbd 1fbf-1fc1 1fcd-1fcf 1fdd-1fdf 1fed-1fee 1ffd-1ffe 2010-2023 2025-2027 2030-205e 207b 208b 20a0-20c1 2100-2101 2103-2106 2108-2109 2114 2116-2118 211e-2123 2125 2127 2129 212e 213a-213b 2140-2144 214a-214d 214f 218a-218b 2190-2429 2440-244a 249c-24b5 2500-2775 2794-27ff 2900-2b73 2b76-2bff 2e00-2e2e 2e30-2e5d 2e80-2e99 2e9b-2ef3 2f00-2fd5 2ff0-2fff 3001-3004 3008-3020 3030 3036-3037 303d-303f 309b-309c 30a0 30fb 3190-3191 3196-319f 31c0-31e5 31ef 3200-321e 322a-3247 3250 3260-327f 328a-32b0 32c0-33ff 4dc0-4dff a673 a67e a700-a716 a720-a721 a789-a78a a836-a839 a8f8-a8fa a8fc a92e aa77-aa79 ab5b ab6a-ab6b fbb2-fbd2 fd3e-fd4f fd90-fd91 fdc8-fdcf fdfc-fdff fe11-fe12 fe17-fe19 fe30-fe32 fe39-fe46 fe49-fe4c fe51 fe58 fe5d-fe5e ff5f-ff65 ffe0-ffe6 ffe8-ffee fffd 10100-10102 10ed0 11b00-11b09 11fff 16fe2 1f004 1f0cf 1f170-1f171 1f17e-1f17f 1f18e 1f191-1f19a 1f1e6-1f1ff 1f201-1f202 1f21a 1f22f 1f232-1f23a 1f250-1f251 1f300-1f321 1f324-1f393 1f396-1f397 1f399-1f39b 1f39e-1f3f0 1f3f3-1f3f5 1f3f7-1f4fd 1f4ff-1f53d 1f549-1f54e 1f550-1f567 1f56f-1f570 1f573-1f57a 1f587 1f58a-1f58d 1f590 1f595-1f596 1f5a4-1f5a5 1f5a8 1f5b1-1f5b2 1f5bc 1f5c2-1f5c4 1f5d1-1f5d3 1f5dc-1f5de 1f5e1 1f5e3 1f5e8 1f5ef 1f5f3 1f5fa-1f64f 1f680-1f6c5 1f6cb-1f6d2 1f6d5-1f6d8 1f6dc-1f6e5 1f6e9 1f6eb-1f6ec 1f6f0 1f6f3-1f6fc 1f7e0-1f7eb 1f7f0 1f90c-1f93a 1f93c-1f945 1f947-1f9ff 1fa70-1fa7c 1fa80-1fa8a 1fa8e-1fac6 1fac8 1facd-1fadc 1fadf-1faea 1faef-1faf8",
 "letter": "30-39 41-5a 5f 61-7a b5 bc-be c0-d6 d8-f6 f8-17e 180-2af 2b1 2b4-2b6 2b9-2c1 2c6-2d1 2e0 2e4 2ec 2ee 370-374 376-377 37a-37d 37f 386 388-38a 38c 38e-3a1 3a3-3e1 3f0-3f5 3f7-481 48a-52f 531-556 559 560-588 5d0-5ea 5ef-5f2 620-64a 660-669 66e-66f 671-6d3 6d5 6e5-6e6 6ee-6fc 6ff 750-7a5 7b1 870-887 889-88f 8a0-8c9 904-939 93d 950 958-961 966-96f 971-980 985-98c 98f-990 993-9a8 9aa-9b0 9b2 9b6-9b9 9bd 9ce 9dc-9dd 9df-9e1 9e6-9f1 9f4-9f9 9fc a05-a0a a0f-a10 a13-a28 a2a-a30 a32-a33 a35-a36 a38-a39 a59-a5c a5e a66-a6f a72-a74 a85-a8d a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abd ad0 ae0-ae1 ae6-aef af9 b05-b0c b0f-b10 b13-b28 b2a-b30 b32-b33 b35-b39 b3d b5c-b5d b5f-b61 b66-b6f b71-b77 b83 b85-b8a b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ba3-ba4 ba8-baa bae-bb9 bd0 be6-bf2 c05-c0c c0e-c10 c12-c28 c2a-c39 c3d c58-c5a c5c-c5d c60-c61 c66-c6f c78-c7e c80 c85-c8c c8e-c90 c92-ca8 caa-cb3 cb5-cb9 cbd cdc-cde ce0-ce1 ce6-cef cf1-cf2 d04-d0c d0e-d10 d12-d3a d3d d4e d54-d56 d58-d61 d66-d78 d7a-d7f d85-d96 d9a-db1 db3-dbb dbd dc0-dc6 de6-def e01-e30 e32-e33 e40-e46 e50-e59 e81-e82 e84 e86-e8a e8c-ea3 ea5 ea7-eb0 eb2-eb3 ebd ec0-ec4 ec6 ed0-ed9 edc-edf f00 f20-f33 f40-f47 f49-f6c f88-f8c 1000-102a 103f-1049 1050-1055 105a-105d 1061 1065-1066 106e-1070 1075-1081 108e 1090-1099 10a0-10c5 10c7 10cd 10d0-10fa 10fc-115e 1161-1248 124a-124d 1250-1256 1258 125a-125d 1260-1288 128a-128d 1290-12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5 12c8-12d6 12d8-1310 1312-1315 1318-135a 1369-137c 1380-138f 1780-17b3 17d7 17dc 17e0-17e9 17f0-17f9 1c80-1c8a 1c90-1cba 1cbd-1cbf 1ce9-1cec 1cee-1cf3 1cf5-1cf6 1cfa 1d00-1d2b 1d2d 1d2f 1d32 1d3b 1d3d 1d44-1d46 1d4a-1d4c 1d4e 1d51 1d53-1d55 1d59-1d5a 1d5c-1d61 1d66-1d9b 1d9d-1d9f 1da1-1dba 1dbc-1dbf 1e00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fbc 1fbe 1fc2-1fc4 1fc6-1fcc 1fd0-1fd3 1fd6-1fdb 1fe0-1fec 1ff2-1ff4 1ff6-1ffc 2094 2107 210f 2126 212b 2132 2135-2138 213c-213f 214e 2150-215f 2161-2163 2165-2168 216a-216b 2171-2173 2175-2178 217a-217b 2180-2189 2469-249b 24eb-24ff 2776-2793 2c60-2c7b 2c7e-2c7f 2d00-2d25 2d27 2d2d 2d80-2d96 2da0-2da6 2da8-2dae 2db0-2db6 2db8-2dbe 2dc0-2dc6 2dc8-2dce 2dd0-2dd6 2dd8-2dde 2e2f 3005-3007 3021-3029 3031-3035 3038-303c 3041-3096 309d-309f 30a1-30fa 30fc-30ff 3105-312f 3131-3163 3165-318e 3192-3195 31a0-31bf 31f0-31ff 3220-3229 3248-324f 3251-325f 3280-3289 32b1-32bf 3400-4dbf 4e00-9fff a640-a66e a67f-a69d a717-a71f a722-a788 a78b-a7dc a7f5-a7ff a830-a835 a8f2-a8f7 a8fb a8fd-a8fe a960-a97c a9cf a9e0-a9e4 a9e6-a9fe aa60-aa76 aa7a aa7e-aa7f ab01-ab06 ab09-ab0e ab11-ab16 ab20-ab26 ab28-ab2e ab30-ab5a ab5c-ab69 ac00-d7a3 d7b0-d7c6 d7cb-d7fb f900-fa6d fa70-fad9 fb00-fb06 fb13-fb17 fb1d fb1f-fb28 fb2a-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fbb1 fbd3-fd3d fd50-fd8f fd92-fdc7 fdf0-fdfb fe70-fe74 fe76-fefc ff66-ff9f ffa1-ffbe ffc2-ffc7 ffca-ffcf ffd2-ffd7 ffda-ffdc 10107-10133 10140-10178 1018a-1018b 102e1-102fb 10780-10785 10787-107a4 107a6-107b0 107b2-107ba 10e60-10e7e 10ec2-10ec7 111e1-111f4 116d0-116e3 11fc0-11fd4 16fe3 16ff2-16ff6 1aff0-1aff3 1aff5-1affb 1affd-1affe 1b000-1b122 1b132 1b150-1b152 1b155 1b164-1b167 1d2c0-1d2d3 1d2e0-1d2f3 1d360-1d378 1d6a4-1d6a5 1d6a8-1d6c0 1d6c2-1d6da 1d6dc-1d6fa 1d6fc-1d714 1d716-1d734 1d736-1d74e 1d750-1d76e 1d770-1d788 1d78a-1d7a8 1d7aa-1d7c2 1d7c4-1d7cb 1df00-1df1e 1df25-1df2a 1e030-1e06d 1e7e0-1e7e6 1e7e8-1e7eb 1e7ed-1e7ee 1e7f0-1e7fe 1ec71-1ecab 1ecad-1ecaf 1ecb1-1ecb4 1ed01-1ed2d 1ed2f-1ed3d 1ee00-1ee03 1ee05-1ee1f 1ee21-1ee22 1ee24 1ee27 1ee29-1ee32 1ee34-1ee37 1ee39 1ee3b 1ee42 1ee47 1ee49 1ee4b 1ee4d-1ee4f 1ee51-1ee52 1ee54 1ee57 1ee59 1ee5b 1ee5d 1ee5f 1ee61-1ee62 1ee64 1ee67-1ee6a 1ee6c-1ee72 1ee74-1ee77 1ee79-1ee7c 1ee7e 1ee80-1ee89 1ee8b-1ee9b 1eea1-1eea3 1eea5-1eea9 1eeab-1eebb 1f100-1f10c 20000-2a6df 2a700-2b81d 2b820-2cead 2ceb0-2ebe0 2ebf0-2ee5d 2f800-2fa1d 30000-3134a 31350-33479",
 "latin": "41-5a 61-7a aa ba c0-d6 d8-f6 f8-2b8 2e0-2e4 1d00-1d25 1d2c-1d5c 1d62-1d65 1d6b-1d77 1d79-1dbe 1e00-1eff 2071 207f 2090-209c 212a-212b 2132 214e 2160-2188 2c60-2c7f a722-a787 a78b-a7dc a7f1-a7ff ab30-ab5a ab5c-ab64 ab66-ab69 fb00-fb06 ff21-ff3a ff41-ff5a 10780-10785 10787-107b0 107b2-107ba 1df00-1df1e 1df25-1df2a",
 "mark": "300-34e 350-36f 483-489 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-61a 64b-65f 670 6d6-6dc 6df-6e4 6e7-6e8 6ea-6ed 7a6-7b0 897-89f 8ca-8e1 8e3-903 93a-93c 93e-94f 951-957 962-963 981-983 9bc 9be-9c4 9c7-9c8 9cb-9cd 9d7 9e2-9e3 9fe a01-a03 a3c a3e-a42 a47-a48 a4b-a4d a51 a70-a71 a75 a81-a83 abc abe-ac5 ac7-ac9 acb-acd ae2-ae3 afa-aff b01-b03 b3c b3e-b44 b47-b48 b4b-b4d b55-b57 b62-b63 b82 bbe-bc2 bc6-bc8 bca-bcd bd7 c00-c04 c3c c3e-c44 c46-c48 c4a-c4d c55-c56 c62-c63 c81-c83 cbc cbe-cc4 cc6-cc8 cca-ccd cd5-cd6 ce2-ce3 cf3 d00-d03 d3b-d3c d3e-d44 d46-d48 d4a-d4d d57 d62-d63 d81-d83 dca dcf-dd4 dd6 dd8-ddf df2-df3 e31 e34-e3a e47-e4e eb1 eb4-ebc ec8-ece f18-f19 f35 f37 f39 f3e-f3f f71-f84 f86-f87 f8d-f97 f99-fbc fc6 102b-103e 1056-1059 105e-1060 1062-1064 1067-106d 1071-1074 1082-108d 108f 109a-109d 135d-135f 17b6-17d3 17dd 1ab0-1add 1ae0-1aeb 1cd0-1cd2 1cd4-1ce8 1ced 1cf4 1cf7-1cf9 1dc0-1dff 20d0-20f0 2de0-2dff 302a-302f 3099-309a a66f-a672 a674-a67d a69e-a69f a8e0-a8f1 a8ff a9e5 aa7b-aa7d fb1e fe20-fe2f 101fd 102e0 10efa-10eff 1133b 16ff0-16ff1 1cf00-1cf2d 1cf30-1cf46 1d165-1d169 1d16d-1d172 1d17b-1d182 1d185-1d18b 1d1aa-1d1ad 1d242-1d244 1e08f",
 "alike": "370-373 376-377 37a-37d 37f 386 388-38a 38c 38e-3a1 3a3-3e1 3f0-3f5 3f7-481 48a-52f 531-556 559 560-588 1c80-1c8a 1d26-1d2b 1d5d-1d61 1d66-1d6a 1d78 1dbf 1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fbc 1fbe 1fc2-1fc4 1fc6-1fcc 1fd0-1fd3 1fd6-1fdb 1fe0-1fec 1ff2-1ff4 1ff6-1ffc 2126 a640-a66e a67f-a69d ab65 fb13-fb17 1e030-1e06d",
 "from-right": "590-8ff fb1d-fdff fe70-fefe 10800-10fff 1e800-1efff"}}""")
# /TABLES
OUTCOMES = TABLES["outcomes"]

# What a status line says of a call, by its state: the words of the table of outcomes, before the
# call's name.
SAID = {
    **OUTCOMES["said"],
    "dialog": "Waits for your yes:",
    "admin": "Waits for an administrator's yes:",
    "elsewhere": OUTCOMES["said"]["waiting"],
    "answered": "Answered:",
    "completed": "Ended:",
    "background": OUTCOMES["said"]["started"],
    "open": "End not reported:",
}
# What it says of a whole reply.
RECEIPT = OUTCOMES["receipt"]
# Tools that run commands.
COMMANDS = re.compile(rf"{OUTCOMES['commands']}\Z")
# A key of Hermes' translations in place of its text: call-input.ts.
TEXT_KEY = re.compile(rf"{OUTCOMES['text_key']}\Z")

# The emoji of the inline markers of Hermes 0.7 and 0.8, without the variation selector, which is
# optional.
EMOJI = "".join(row["emoji"] for row in TABLES["labels"])
SELECTOR = "\ufe0f"

# Every text here is read once from beginning to end, whatever a model writes: no pattern may
# backtrack over a line. The label of a marker and the end of its line. A backtick in it that closes
# a code span makes the line prose, as in "`💻 foo` differs from `bar`".
LABEL = r"[^\S\n]*(?:[^\s`][^`\n]*(?:(?:(?<=\s)`|`(?![\s.,;:!?)\]]|`\n))[^\n]*)?|`[^\n]*)`\n"
# A whole line that is a marker, of at most MAX_HELD characters.
MARKER = rf"`[{EMOJI}](?=[^\n]{{0,4094}}\n){SELECTOR}? {LABEL}"
MARKER_LINE = re.compile(rf"{MARKER}")
# The delta with which Hermes reports a tool: a marker of any length, and nothing else.
MARKER_DELTA = re.compile(rf"\n`[{EMOJI}]{SELECTOR}? {LABEL}")
MARKER_BEGINS = re.compile(rf"`[{EMOJI}]{SELECTOR}? ")
MARKER_CUT_SHORT = re.compile(rf"`(?:[{EMOJI}]{SELECTOR}?)?\Z")
INJECTED_BEGINS = re.compile(r"\n`([^\s`]{1,16}) ")
EMOJI_AND_LABEL = re.compile(r"^`([^\s`]{1,16}) (.+)`$", re.M)
BLANK_LINE = re.compile(r"\n([ \t]+)(?=\n)")
# Fences of code blocks, CommonMark 4.5.
FENCE_OPENS = re.compile(r" {0,3}(?:(`{3,})[^`]*\Z|(~{3,}))")
FENCE_CLOSES = re.compile(r" {0,3}(`{3,}|~{3,})[ \t\r]*\Z")
# The line feed before markers with one blank line between two of them, to the end of the last one's
# line; or before a line that may be a fence. All other lines are skipped at the speed of a search.
# The empty group says that a short line certainly is a fence; then the match ends after its run.
NOTABLE_LINE = re.compile(
    rf"\n(?:{MARKER}(?:[ \t]*\n{MARKER})*(?=[ \t]*\n)"
    r"|```+(?=[^`\n]{0,99}\n)()|~~~+(?=[^\n]{0,99}\n)()|```|~~~| {1,3}(?:```|~~~))"
)
# More markers behind others.
MORE_MARKERS = re.compile(rf"(?:[ \t]*\n{MARKER})+(?=[ \t]*\n)")
# A line by which Hermes hands over a file, its second group the path; one by which our gateway shows
# the picture; and how the first one begins (media-lines.ts).
MEDIA = TABLES["media"]
MEDIA_LINE = re.compile(MEDIA["line"].replace("ENDING", MEDIA["endings"]), re.I | re.A)
SERVED_LINE = re.compile(MEDIA["served"], re.A)
PICTURE = re.compile(MEDIA["picture"], re.I | re.A)
# Models that only their vendors serve, by their names: evidence.ts.
ANOTHERS = re.compile(TABLES["vendors"]["models"], re.A | re.I)
NOT_ANOTHERS = re.compile(TABLES["vendors"]["ours"], re.A | re.I)
# Why the agent asks, in plain words: its own are notes for developers ("delete in root path").
REASONS = [(re.compile(row["pattern"], re.A), row["text"]) for row in TABLES["reasons"]]
MEDIA_BEGINS = re.compile(r"[ \t\r]*(?:\*\*)?MEDIA:")
MEDIA_CUT_SHORT = re.compile(r"[ \t\r]*(?:\*{0,2}|(?:\*\*)?M(?:E(?:D(?:IA?)?)?)?)\Z")
FENCE_LINE = re.compile(r"\n(?:(?:```+|~~~+)(?=[ \t\r]{0,99}\n)()|```|~~~| {1,3}(?:```|~~~))")
# What Hermes' tools have as labels, by emoji: words that it makes up itself, and arguments of calls.
WORDS = {row["emoji"]: row["words"] for row in TABLES["labels"] if "words" in row}
ARGUMENTS = {row["emoji"]: row["argument"] for row in TABLES["labels"] if "argument" in row}


def marker_without(*labels: dict[str, str]) -> re.Pattern:
    """Returns a pattern that finds a marker whose label is none of these."""
    fitting = "|".join(
        [f"[{emoji}]{SELECTOR}? (?:{label})" for table in labels for emoji, label in table.items()]
    )
    return re.compile(f"^`(?!(?:{fitting})`$)", re.M)


# A marker that a model may have worded, and one that its tool cannot have.
NOT_WORDED = marker_without(WORDS)
MISFIT = marker_without(WORDS, ARGUMENTS)

# Secrets, as in mask.ts; the second group is what is masked.
SECRETS = [
    re.compile(
        re.sub(
            r"\{([A-Z]+)\}",
            lambda found: TABLES["secrets"]["names"][found[1]],
            f"({row['before']})({row['secret']})",
        ),
        re.A | (re.I if row.get("anyCase") else 0),
    )
    for row in TABLES["secrets"]["patterns"]
]
ORDINARY = re.compile("|".join(TABLES["secrets"]["ordinary"]), re.A)
ORDINARY_WORDS = frozenset(TABLES["secrets"]["words"])
MAX_ORDINARY = 200
# Pairs of letters that are usual.
PAIRS = frozenset(
    first + second for first, seconds in TABLES["secrets"]["pairs"].items() for second in seconds
)
RUN = re.compile(
    r"(?:(?<![A-Za-z0-9\\])(?<!SHA256:)|(?<=\\)(?![bfnrtu])|(?<=\\[bfnrt]))[A-Za-z0-9][A-Za-z0-9_+/.=-]{15,}"
)
# What the page is told in other words: there, "started" is the beginning of a call.
WORDS_OF_PAGE = {"started": "background", "unknown": "completed"}
# Letters as in the words of the table.
SMALL_LETTERS = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
WORD_BEGINS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Assembled like those of outcome.ts, where they are checked; Python keeps them compiled.
UNLUCKY = "|".join(OUTCOMES["words"]["unlucky"])
NEGATIONS = "|".join(OUTCOMES["words"]["negations"])
BEGINNINGS = "|".join(OUTCOMES["words"]["beginnings"])
# Names in a sentence are no words of it: "Skill 'failed-builds' deleted".
QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
OWN_TOOLS = frozenset(TABLES["tools"])
FIELDS = frozenset(OUTCOMES["fields"])
# More words are a sentence, in which a word such as "error" can mean anything.
MOST_WORDS = 4
HERMES_CHUNK_ID = re.compile(r"chatcmpl-[0-9a-f]{29}\Z")
# The name of a run or of a session; no other goes into an address.
PLAIN_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.:-]{0,199}\Z")
NUMBER = re.compile(r"[0-9]+")
JSON_BEGINS = re.compile(r"[ \t\r\n]*\{")
# In a header of a connection, and at the end of an agent's address.
HEADER_PLACE = re.compile(r"\{\{([A-Z_]+)\}\}")
PROFILE = re.compile(r"/p/([A-Za-z0-9_.-]{1,100})\Z")
PLAIN_TEXT = re.compile(r"[\x20-\x7e\n\t]*\Z")


# Characters by their kinds, as in command-text.ts: what is of none is named. Of words, the letters
# that are Latin, and those that look so.
def as_class(ranges: str) -> str:
    return re.sub(r"[0-9a-f]+", lambda found: f"\\U{found[0]:0>8}", ranges).replace(" ", "")


KINDS = {kind: as_class(ranges) for kind, ranges in TABLES["characters"].items()}
WORD = re.compile(f"[^{KINDS['sign']}]+")
LATIN = re.compile(f"[{KINDS['latin']}]")
ALIKE = re.compile(f"[{KINDS['alike']}]")
# Of marks, two on one letter, and none on a low line, which is a letter of words: Vietnamese has two
# where it is decomposed. In pieces, as other threads wait for the end of each.
SHOWN = re.compile(
    f"(?:(?!_)[{KINDS['letter']}][{KINDS['mark']}]{{0,2}}|[_{KINDS['sign']}]){{1,512}}"
)
# The blocks of Unicode that are written from right to left.
FROM_RIGHT = re.compile(f"[{KINDS['from-right']}]+")
# Kinds of named characters told apart in one stretch of them, and in a whole text; all others are
# counted together. What stands where a letter is that must be named.
MOST_NAMES = 8
MOST_IN_ALL = 200
OTHERS = "U+…"
UNSEEN = "\ufffc"

# An escape of JSON, in JSON in JSON, too.
ESCAPE = re.compile(r"\\+(?:[uU][0-9A-Fa-f]{4}|[^\\])?")


class Decided(NamedTuple):
    """Text that leaves."""

    text: str
    # The offsets of its markers: start, end, start, end, ... Markers with one blank line between
    # them count as one, from the line feed before the first to the end of the last one's own.
    cuts: list[int] = []
    # From this index of `cuts` on the text itself proves that markers are here; None: it does not.
    proof: Optional[int] = None
    # Where lines of markers begin that arrived in several deltas, as only a model writes them.
    splits: list[int] = []
    # It is a marker that arrived as one delta, as Hermes sends it.
    is_delta: bool = False


class Lead(NamedTuple):
    """What precedes a line: no blank line; nothing at all; something else than a whole sentence, as in "like this:"."""

    tight: bool
    first: bool
    open: bool


class Walk:
    """How far `MarkerFilter` has come in a text: what was held, and what has arrived."""

    def __init__(self, run: list[str], base: int, held: int, text: str, extra: int):
        # Markers in a row that were held before the text, and their length; the length of what
        # else was held, which the text begins with.
        self.run, self.base, self.held = run, base, held
        # So many characters before that were never sent.
        self.text, self.extra = text, extra
        # What may become a marker behind all others: see `wait_in`.
        self.tail, self.waits_in = wait_in(text)
        # Where it stands, up to where the text was seen, and where the markers in a row begin that
        # it stands behind: before the text, if negative.
        self.at, self.seen, self.start = 0, 0, -base
        # Where the held line begins, if it arrived in pieces; -1: it did not.
        self.split = -1
        # See `Decided`.
        self.cuts: list[int] = []
        self.proof: Optional[int] = None


class MarkerFilter:
    """
    Finds the markers of one text that arrives in pieces. A marker is a line of its own, "`<emoji>
    <label>`", followed by a blank line or the end of the text, outside code blocks. It includes the
    line feed before it and the one after it. Whether it is a call or prose, its surroundings tell:
    the extension judges by the same ones (removed-ranges.ts).
    """

    def __init__(self):
        # Undecided text: markers with one blank line after each, and what follows: at most blanks,
        # a line feed, a line, its line feed, and blanks. In the pieces it arrived in, as a model
        # may write one character at a time.
        self.run: list[str] = []
        self.run_length = 0
        self.in_run = False
        self.lead = Lead(True, True, False)
        self.splits: list[int] = []
        self.held: list[str] = []
        # How many characters are held, without the line feed before the line.
        self.length = 0
        # Where the held text ends: "line feed", "start" of a marker, "line" (in its label),
        # "blanks" (after it); "": none.
        self.waits_in = ""
        # The held line arrived in more than one piece.
        self.split = False
        # Undecided text has left all the same, in its pieces: no marker was expected when it began.
        self.passes = False
        # In the middle of a line that stays; `line` is its beginning, enough to recognise a fence.
        self.in_line = False
        self.line: list[str] = []
        self.line_length = 0
        self.fence = ""
        # What precedes the undecided text: nothing but blank lines; how the last line ends; the
        # line feeds behind that.
        self.first = True
        self.ending = ""
        self.feeds = 0
        # Whether the text may quote what Hermes writes, so that it proves nothing by itself; and
        # whether an earlier reply of its chat begins with labels in Hermes' words, so that this one
        # proves something, if it begins so.
        self.is_anybodys = False
        self.echoes = False

    def push(self, text: str, holds: bool = True) -> Decided:
        """
        Takes the next piece. With `holds`, what may become a marker stays back until it is decided.
        """
        if not text:
            return Decided("")
        # A line feed that comes later is no split: servers trim texts.
        if self.waits_in in ("start", "line") and text[0] != "\n":
            self.split = True
        if self._changes_nothing(text):
            self.held.append(text)
            self.length += len(text)
            return Decided(text if self.passes else "")
        return self._decide(text, holds)

    def end(self) -> Decided:
        """No more text for now: decides everything."""
        held = "".join(self.held)
        start = held.find("\n") + 1 if self.in_run or held[:1] == "\n" else 0
        stop = held.find("\n", start) + 1 or len(held)
        if self.waits_in not in ("line", "blanks") or not read_marker(
            held[start:stop].removesuffix("\n")
        ):
            stop = 0
        elif self.split:
            self.splits.append(self.run_length + start)
        decided = self._flush(held, stop, "end" if stop or self.waits_in == "line feed" else "text")
        self.in_line, self.fence, self.first = False, "", True
        return decided

    def inject(self, text: str) -> list[Decided]:
        """
        Takes a marker that is a delta of its own. Its line feed ends the line before it, whatever
        follows.
        """
        in_line = not self._at_line_start()
        decided = [self.push("\n")] if in_line else []
        decided.append(self._flush("".join(self.held), 0, "text"))
        if in_line:
            last = 1 if decided[1].text else 0
            decided[last] = decided[last]._replace(text=decided[last].text[:-1])
        self.first = True
        return [*decided, Decided(text, [0, len(text)], 0, is_delta=True)]

    def may_inject(self, text: str) -> bool:
        """
        Returns whether Hermes may send a marker as a delta of its own here, as far as what precedes
        it tells.
        """
        at_start = self._at_line_start()
        first = at_start and self.first and not self.in_run
        return (
            (first or not at_start)
            and self.waits_in != "blanks"
            and (first or is_sentence(self.ending))
            and not self.fence
            and not MISFIT.search(text)
        )

    def _at_line_start(self) -> bool:
        return self.waits_in == "line feed" or not (self.waits_in or self.in_line)

    def _changes_nothing(self, text: str) -> bool:
        if self.length + len(text) > MAX_HELD:
            return False
        return (
            "\n" not in text
            if self.waits_in == "line"
            else self.waits_in == "blanks" and not text.strip(" \t")
        )

    def _flush(self, held: str, stop: int, follower: str) -> Decided:
        """Lets everything leave. `stop` is the end of a last marker in what is held; 0: none."""
        text, cuts, proven = "".join(self.run) + held, [], False
        if stop and not self.in_run:
            self.lead = self._lead()
        if stop or self.in_run:
            stop += self.run_length
            is_call, proven = self._judge(text[:stop], follower)
            cuts = [0, stop] if is_call and not self.passes else []
            self.first, self.feeds = False, 1
            held = text[stop:]
        self._see(held)
        decided = Decided("" if self.passes else text, cuts, 0 if proven else None, self.splits)
        self.run, self.run_length, self.in_run, self.splits = [], 0, False, []
        self.held, self.waits_in, self.split, self.passes = [], "", False, False
        return decided

    def _decide(self, added: str, holds: bool) -> Decided:
        held = "".join(self.held)
        text, at, seen = held + added, 0, 0
        if self.in_line:
            at = text.find("\n")
            self._remember(text, len(text) if at < 0 else at)
            if at < 0:
                self._see(text)
                return Decided(text)
            seen = self._pass_line(fence_behind("".join(self.line), self.fence), at, 0)
        elif not self.in_run and text[0] != "\n":
            # So that every line has a line feed before it.
            text, seen = "\n" + text, 1
        walk = Walk(self.run, self.run_length, len(held), text, len(text) - len(held) - len(added))
        walk.at, walk.seen = at, seen
        # The held line, if it arrived in pieces.
        walk.split = text.find("\n") if self.split else -1
        while self._take_run(walk, holds) and self._take_line(walk):
            pass
        if self.fence:
            walk.waits_in = ""
        return self._leave(walk, self._hold(walk), holds)

    def _take_run(self, walk: Walk, holds: bool) -> bool:
        """Decides about markers in a row, if it stands behind some. Returns whether it can go on."""
        if not self.in_run:
            return True
        if more := MORE_MARKERS.match(walk.text, walk.at):
            if walk.at == 0 and walk.split >= 0:
                self.splits.append(walk.base + walk.split + 1)
            walk.at = more.end()
        feed = walk.text.find("\n", walk.at)
        waits = feed == walk.tail and walk.waits_in != ""
        if waits and walk.at - walk.start <= MAX_HELD:
            return False
        before = "".join(walk.run) if walk.start < 0 else ""
        is_call, proves = self._judge(
            before + walk.text[max(walk.start, 0) : walk.at],
            follower_of(walk.text[feed + 1 : feed + 2]),
        )
        if proves and walk.proof is None:
            walk.proof = len(walk.cuts)
        if is_call:
            walk.cuts += [walk.base + walk.start, walk.base + walk.at]
        # Behind calls a new text begins.
        self.first = is_call and (holds or walk.proof is not None) and not waits
        self.feeds, walk.seen, self.in_run = 1, walk.at, waits
        if waits:
            self.lead = self.lead._replace(first=False)
            walk.start = walk.at = feed
        return not waits

    def _take_line(self, walk: Walk) -> bool:
        """Goes on behind the next line of note. Returns whether there is one."""
        text = walk.text
        found = (FENCE_LINE if self.fence else NOTABLE_LINE).search(text, walk.at)
        if not found:
            return False
        begin, walk.at = found.span()
        if found.lastindex:
            fence = fence_behind_run(text[begin + 1 : walk.at], self.fence)
            walk.seen = self._pass_line(fence, text.find("\n", walk.at), walk.seen)
        elif text[walk.at - 1] == "\n":
            self._see(text[walk.seen : begin])
            walk.start, self.in_run, self.lead = begin, True, self._lead()
            if begin == walk.split:
                self.splits.append(walk.base + 1 - walk.extra)
        else:
            walk.at = text.find("\n", walk.at)
            if walk.at < 0:
                return False
            line = text[begin + 1 : min(walk.at, begin + 1 + MAX_HELD)]
            walk.seen = self._pass_line(fence_behind(line, self.fence), walk.at, walk.seen)
        return True

    def _hold(self, walk: Walk) -> int:
        """Holds what is not decided. Returns where in the text that begins, before it if negative."""
        text, tail, waits_in = walk.text, walk.tail, walk.waits_in
        if self.in_run:
            left = max(walk.start, walk.extra) if walk.start >= 0 else walk.start
            self.run, self.run_length, self.held = (
                [*(walk.run if walk.start < 0 else []), text[max(left, 0) : walk.at]],
                walk.at - left,
                [text[walk.at :]],
            )
        else:
            left = max(tail, walk.extra) if waits_in else len(text)
            self.run, self.run_length, self.held = [], 0, [text[left:]]
            self._see(text[walk.seen : tail if waits_in else len(text)])
            line = text[text.rfind("\n") + 1 :]
            self.in_line = not waits_in and (line != "" or self.fence != "")
            self.line, self.line_length = [], 0
            self._remember(line, len(line))
        self.waits_in, self.split, self.length = (
            waits_in,
            waits_in != "" and tail == walk.split,
            len(text) - tail - 1,
        )
        return left

    def _leave(self, walk: Walk, left: int, holds: bool) -> Decided:
        """Lets everything before `left` leave, and all of it if no marker is expected."""
        base, extra, cuts, proof = walk.base, walk.extra, walk.cuts, walk.proof
        # What has left before cannot be removed any more.
        known, left = base + walk.held, base + left - extra
        begins = known if self.passes else 0
        if left >= known:
            self.passes = not (holds or proof is not None)
        ends = base + len(walk.text) - extra if self.passes else left
        cuts = [max(cut - extra, 0) - begins for cut in cuts]
        if cuts and cuts[0] < 0:
            cuts, proof = cuts[2:], proof and max(proof - 2, 0)
        splits, self.splits = (
            [at - begins for at in self.splits],
            [at - left for at in self.splits if at >= left],
        )
        out = ""
        if begins < ends:
            skipped = 0 if begins < base else base
            out = (("" if skipped else "".join(walk.run)) + walk.text[extra:])[
                begins - skipped : ends - skipped
            ]
        return Decided(out, cuts, proof, splits)

    def _judge(self, run: str, follower: str) -> tuple[bool, bool]:
        """
        Returns whether markers in a row are calls, if any are to be expected; and whether they
        prove that.
        """
        tight, first, is_open = self.lead
        fits = not MISFIT.search(run)
        if follower == "gap" and tight:
            return True, fits and not self.is_anybodys
        if is_open or follower == "sentence" or not fits:
            return False, False
        worded = not NOT_WORDED.search(run)
        # A label in Hermes' words, alone, may be anybody's who writes about Hermes.
        in_gap = worded and follower == "gap"
        is_echo = worded and self.echoes and tight and first and follower == "text"
        is_call = in_gap or (tight and (worded or follower == "text" or not first))
        return is_call, (in_gap or is_echo) and not self.is_anybodys

    def _lead(self) -> Lead:
        return Lead(
            self.first or self.feeds == 0,
            self.first,
            not self.first and not is_sentence(self.ending),
        )

    def _see(self, text: str) -> None:
        """Remembers how the text ends, from where it was seen last."""
        words = text.rstrip(" \t\n")
        if words:
            line = words[words.rfind("\n") + 1 :]
            self.ending = (self.ending * (line == words and not self.feeds) + line)[-TAIL:]
            self.first, self.feeds = False, 0
        self.feeds += text.count("\n", len(words))

    def _pass_line(self, fence: str, end: int, seen: int) -> int:
        """
        Passes a line that may be a fence. Behind one, a sentence begins. Returns how far the text
        is seen.
        """
        if fence == self.fence:
            return seen
        self.fence, self.first, self.ending, self.feeds = fence, False, ".", 0
        return end

    def _remember(self, text: str, stop: int) -> None:
        room = MAX_HELD - self.line_length
        if room > 0:
            self.line.append(text[: min(stop, room)])
            self.line_length += len(self.line[-1])


class MediaFilter:
    """
    Takes the lines out of a text that arrives in pieces by which Hermes hands over files, outside
    code blocks, and blank lines behind one if a blank line, or nothing, precedes it.
    """

    def __init__(self):
        # The current line, which is held as long as it may hand over a file; what is known of it
        # is enough to recognise a fence. Whether its beginning says that it may.
        self.line: list[str] = []
        self.length = 0
        self.holds = True
        self.is_media = False
        self.fence = ""
        # The text so far is empty or ends with a blank line; the line is behind one that was taken.
        self.is_blank = True
        self.eats = False
        # The paths of the files so far.
        self.files: list[str] = []

    def push(self, text: str, expected: bool) -> str:
        """Takes the next piece. Returns what leaves; nothing is taken out unless that is `expected`."""
        if "\n" not in text:
            return self._add(text, expected)
        first, *lines = text.split("\n")
        out = [self._add(first, expected), self._end_line("\n")]
        for each in lines[:-1]:
            out += [self._add(each, expected), self._end_line("\n")]
        return "".join([*out, self._add(lines[-1], expected)])

    def end(self) -> str:
        """No more text for now."""
        rest = self._end_line("") if self.length else ""
        self.fence, self.is_blank, self.eats = "", True, False
        return rest

    def _add(self, part: str, expected: bool) -> str:
        """Takes a part of the current line. Returns what leaves of it."""
        room = MAX_HELD - self.length
        if not self.holds or not part:
            if room > 0:
                self.line.append(part[:room])
                self.length += len(self.line[-1])
            return part
        self.line.append(part)
        self.length += len(part)
        if len(part) <= room and expected and not self.fence:
            if self.is_media:
                return ""
            line = "".join(self.line)
            self.is_media = MEDIA_BEGINS.match(line) is not None
            if self.is_media or MEDIA_CUT_SHORT.match(line):
                return ""
        self.holds = False
        return "".join(self.line)

    def _end_line(self, feed: str) -> str:
        """Ends the current line. Returns what leaves of it."""
        line, held = "".join(self.line), self.holds
        path = read_media(line) if self.is_media and held else ""
        is_blank = not line.strip(" \t\r")
        if path and len(self.files) < MAX_FILES:
            if path not in self.files:
                self.files.append(path)
            kept, self.eats = "", self.is_blank
        elif is_blank and self.eats:
            kept = ""
        else:
            kept = (line if held else "") + feed
            self.is_blank, self.eats = is_blank, False
            self.fence = fence_behind(line, self.fence)
        self.line, self.length, self.holds, self.is_media = [], 0, True, False
        return kept


def read_media(line: str) -> str:
    """Returns the path of the file that a line hands over; "" for any other line."""
    found = MEDIA_LINE.match(line) if "MEDIA:" in line else None
    return found[2] if found else ""


def wait_in(text: str) -> tuple[int, str]:
    """
    Returns where more text may still decide about the last line, or the line feed before it: the
    offset of the line feed before the undecided text, and how that ends (`MarkerFilter.waits_in`).
    """
    feed = text.rfind("\n")
    line = text[feed + 1 :]
    before = text.rfind("\n", 0, feed) if text[feed - 1] == "`" and not line.strip(" \t") else -1
    if before >= 0 and len(text) - before - 1 <= MAX_HELD and MARKER_LINE.match(text, before + 1):
        return before, "blanks"
    if line == "":
        return feed, "line feed"
    if len(line) <= MAX_HELD and MARKER_BEGINS.match(line):
        return feed, "line"
    return feed, "start" if MARKER_CUT_SHORT.match(line) else ""


def is_sentence(ending: str) -> bool:
    """Returns whether a line that ends like this is complete as a sentence."""
    at = len(ending)
    while at and (
        ending[at - 1] in "\"'”’»)]*_\ufe0f"
        or ending[at - 1].isspace()
        or unicodedata.category(ending[at - 1]) == "So"
    ):
        at -= 1
    return ending[at - 1 : at] in tuple(".!?…。！？")


def follower_of(character: str) -> str:
    """
    Returns what follows markers, by its first character: two blank lines, as Hermes begins the text
    after its tools with two line feeds; or in the middle of a sentence, a small letter.
    """
    if character == "\n":
        return "gap"
    return (
        "sentence"
        if character in tuple(",;:.)]") or unicodedata.category(character or " ") == "Ll"
        else "text"
    )


def fence_behind(line: str, fence: str) -> str:
    """Returns the fence of the code block that is open after a line; "": none. `fence` is the one before it."""
    found = FENCE_CLOSES.match(line) if fence else FENCE_OPENS.match(line)
    return fence_behind_run(found[found.lastindex], fence) if found else fence


def fence_behind_run(run: str, fence: str) -> str:
    return run if not fence else "" if run.startswith(fence) else fence


def read_marker(line: str) -> bool:
    """Returns whether a whole line is a marker. Prose that begins with a code span is not."""
    return MARKER_LINE.match(line + "\n") is not None


def is_marker_delta(text: str, hermes: bool) -> bool:
    """
    Returns whether a delta is a marker as a whole. From Hermes the emoji may be any: skins use
    their own.
    """
    begins = INJECTED_BEGINS.match(text) if text.endswith("`\n") else None
    label = text[begins.end() : -2] if begins else ""
    if not begins or not label.strip() or "\n" in label:
        return False
    emoji = begins[1][0]
    pictograph = unicodedata.category(emoji) in ("So", "Sm") and not emoji.isascii()
    return (hermes and pictograph) or MARKER_DELTA.match(text) is not None


def in_pairs(cuts: list[int]) -> Iterator[tuple[int, int]]:
    ends = iter(cuts)
    return zip(ends, ends)


def left_over(text: str, cuts: list[int]) -> str:
    """Returns a text without its markers; the blanks of the blank lines between them stay."""
    parts, at, has_blanks = [], 0, " \n" in text or "\t\n" in text
    for start, end in in_pairs(cuts):
        parts.append(text[at:start])
        if has_blanks:
            parts += BLANK_LINE.findall(text, start, end)
        at = end
    return "".join([*parts, text[at:]])


class Pace:
    """
    Gives the server's other requests their turn: histories are large, and all share one event loop.
    """

    def __init__(self):
        self.done = 0

    async def spend(self, characters: int) -> None:
        if self.is_due(characters):
            await asyncio.sleep(0)

    def is_due(self, characters: int) -> bool:
        """
        Returns whether it is the others' turn after this work. Like `spend`, for loops that are too
        tight for a coroutine.
        """
        self.done += characters
        if self.done < PACE:
            return False
        self.done = 0
        return True


async def find_markers(text: str, pace: Pace, expected: bool) -> tuple[list[int], bool]:
    """
    Returns the offsets of the markers of a whole text, as in `Decided.cuts`, and whether any are to
    be expected. If they were not before, the first proof ends the search.
    """
    cuts: list[int] = []
    if "`" not in text:
        return cuts, expected
    marker_filter = MarkerFilter()
    passed = 0
    for at in range(0, len(text) + PACE, PACE):
        decided = (
            marker_filter.push(text[at : at + PACE], expected)
            if at < len(text)
            else marker_filter.end()
        )
        if decided.proof is not None and not expected:
            return cuts, True
        cuts += [passed + cut for cut in decided.cuts]
        passed += len(decided.text)
        await pace.spend(PACE)
    return cuts, expected


async def media_in(text: str, pace: Pace, expected: bool) -> list[int]:
    """
    Returns the offsets of the lines of a whole text that hand over files, if any are to be
    expected, and of those with a picture of a gateway, which no model writes by itself.
    """
    cuts: list[int] = []
    if "MEDIA:" not in text and "stream-fixer/media/" not in text:
        return cuts
    at, fence = 0, ""
    for each in text.split("\n"):
        if not fence and ((expected and read_media(each)) or SERVED_LINE.match(each)):
            cuts += [at, min(at + len(each) + 1, len(text))]
        fence = fence_behind(each[:MAX_HELD], fence)
        at += len(each) + 1
        await pace.spend(STEP + len(each))
    return cuts


def joined_cuts(cuts: list[int], more: list[int]) -> list[int]:
    """Returns the cuts of both, in their order; those that touch are one."""
    joined: list[int] = []
    for start, end in sorted([*in_pairs(cuts), *in_pairs(more)]):
        if joined and start <= joined[-1]:
            joined[-1] = max(joined[-1], end)
        else:
            joined += [start, end]
    return joined


async def clean_stored(text: str, cuts: list[int], pace: Pace) -> str:
    """
    Removes the markers from the whole text of a message and closes the gaps: at most one blank line
    in each.
    """
    # The line feeds at the end of `kept` are only counted, until it is known what follows them.
    kept, gap, is_blank, at, part = [], 0, True, 0, ""
    for start, end in in_pairs([*cuts, len(text), len(text)]):
        is_first, part, at = at == 0, text[at:start], end
        if pace.is_due(STEP + len(part)):
            await asyncio.sleep(0)
        if not is_first and (part == "" or part.isspace()):
            gap += part.count("\n")
            continue
        if is_first or is_blank:
            kept, gap, inner = [], 0, part if is_first else without_blank_lines(part)
        else:
            inner = part.lstrip("\n")
            kept.append("\n" * min(gap + len(part) - len(inner), 2))
        words = inner.rstrip("\n")
        kept.append(words)
        gap = len(inner) - len(words)
        is_blank = is_blank and (words == "" or words.isspace())
    kept.append("\n" * gap)
    result = "".join(kept)
    return result.rstrip() if part == "" or part.isspace() else result


def without_blank_lines(text: str) -> str:
    """Removes the blank lines at the beginning; the blanks before the first word stay."""
    blank = len(text) - len(text.lstrip(" \t\n"))
    return text[text.rfind("\n", 0, blank) + 1 :]


class Place(NamedTuple):
    """A place where a text of the assistant may be: `holder[key]`."""

    holder: dict
    key: str
    # Its text is sent back to a model, so it is cleaned. The others can only be evidence of
    # markers.
    is_cleaned: bool


def places_in(messages: list) -> Iterator[Optional[Place]]:
    """
    Yields every place where text of the assistant may be; None for a step without one. Other
    people's texts are left out.
    """
    for message in messages:
        yield None
        if not isinstance(message, dict) or message.get("role") != "assistant":
            continue
        yield Place(message, "content", True)
        content, output = message.get("content"), message.get("output")
        yield from places_in_parts(content, ("text",))
        yield from places_in_parts(output, ())
        for item in output if isinstance(output, list) else []:
            if isinstance(item, dict) and item.get("type") == "message":
                yield from places_in_parts(item.get("content"), ("text", "output_text"))


def places_in_parts(parts, cleaned: tuple) -> Iterator[Optional[Place]]:
    for part in parts if isinstance(parts, list) else []:
        yield Place(part, "text", part.get("type") in cleaned) if isinstance(part, dict) else None


def text_at(place: Optional[Place]) -> str:
    text = place.holder.get(place.key) if place else None
    return text if isinstance(text, str) else ""


# Texts of one chat that begin like markers, and so are evidence together.
SEVERAL = 2
# Replaces a text that was nothing but markers, as several models reject a blank one:
# request-cleaner.ts.
NOTHING_SAID = "(empty)"


def begins_with_markers(text: str) -> bool:
    """
    Returns whether a text begins with markers in Hermes' words, one blank line behind each, and goes on. One text is no
    evidence, as it may quote one; several of one chat are.
    """
    lines = text.lstrip().split("\n", 63)
    at = 0
    while at < len(lines) and lines[at].startswith("`"):
        if (
            NOT_WORDED.search(lines[at])
            or lines[at + 1 : at + 2] == []
            or lines[at + 1].strip() != ""
        ):
            return False
        at += 2
    return at > 0 and any(line.strip() for line in lines[at:])


class Signs(NamedTuple):
    """What a history shows of Hermes."""

    # Markers are to be expected.
    expected: bool
    # One text, which alone proves nothing, begins as a model writes that copies them; the reply does
    # not go on with it.
    echoes: bool


def is_anothers_model(name) -> bool:
    return isinstance(name, str) and bool(ANOTHERS.match(name)) and not NOT_ANOTHERS.search(name)


async def signs_in(messages: list, pace: Pace, model) -> Signs:
    """
    Returns what the assistant's texts show: `signsOf` in assistant-texts.ts. `model` is asked to go
    on with them.
    """
    signs, is_anothers = 0, is_anothers_model(model)
    for message in messages:
        is_sign = False
        for place in places_in([message]):
            await pace.spend(STEP)
            text = text_at(place)
            proves = (await find_markers(text, pace, False))[1]
            if proves and not is_anothers:
                return Signs(True, False)
            # Its texts are views of one, or follow each other.
            is_sign = is_sign or proves or begins_with_markers(text)
        signs += is_sign
        if signs >= SEVERAL:
            return Signs(True, False)
    last = messages[-1] if messages else None
    goes_on = isinstance(last, dict) and last.get("role") == "assistant"
    return Signs(False, signs > 0 and not goes_on)


async def clean_texts(messages: list, pace: Pace, expected: bool) -> None:
    """
    Cleans the assistant's texts in place: of markers and files if these are `expected`, and of the
    pictures of a gateway.
    """
    for place in places_in(messages):
        await pace.spend(STEP)
        text = text_at(place)
        if place and place.is_cleaned:
            cuts = (await find_markers(text, pace, True))[0] if expected else []
            cuts = joined_cuts(cuts, await media_in(text, pace, expected))
            await pace.spend(len(cuts))
            if cuts:
                cleaned = await clean_stored(text, cuts, pace)
                place.holder[place.key] = cleaned if cleaned.strip() else NOTHING_SAID


class Call:
    """A call of a tool, as far as a status line tells of it: nothing of its result."""

    def __init__(self, tool: str, label: str, status: str):
        self.tool, self.label, self.status = tool, label, status
        # Both as they are shown; "" before they are needed.
        self.name = ""
        self.exit_code: Optional[int] = None
        self.parts: Optional[dict] = None
        self.sub_agents: list[dict] = []
        # When these were taken while it runs, by the clock that never goes back.
        self.counted_at = float("-inf")
        # What was said of it last.
        self.said = ""

    def hear(self, report: dict) -> None:
        """Takes what is known of it from a report to the page."""
        status, code = text_of(report, "status"), report.get("exit_code")
        self.status = status if status in OF_CALLS else "unknown"
        self.exit_code = code if isinstance(code, int) else self.exit_code
        self.parts = parts_in(report) or self.parts
        now = time.monotonic()
        if report.get("sub_agents") and (
            self.status != "running" or now - self.counted_at >= COUNT_EVERY
        ):
            self.sub_agents, self.counted_at = report["sub_agents"], now
        if not self.label and text_of(report, "input"):
            self.label, self.name = asked_in(report["input"][:MAX_TEXT]), ""

    def words(self, is_whole: bool = False) -> str:
        """Returns them. If it stands for the whole reply, that tells the tokens itself."""
        if self.status == "running" and (count := sum_of(self.sub_agents, "messages")):
            agents = counted(len(self.sub_agents), "sub-agent")
            return f"{agents}: {counted(int(count), 'message')} so far"
        if self.parts and (words := words_of_parts(self.parts, self.status)):
            return f"{words}{words_of_work(self.sub_agents, is_whole)}: {self.name}"
        if self.status == "failed" and self.tool == "clarify":
            return f"Could not ask you: {self.name}"
        if self.status == "failed" and self.exit_code is not None:
            return f"Failed (exit {self.exit_code}): {self.name}"
        return f"{SAID[self.status]} {self.name}"


def parts_in(report: dict) -> Optional[dict]:
    """Returns the numbers of a call's parts as `judge` counts them; None for anything else."""
    parts = report.get("parts")
    numbers = ("all", "worked", "failed")
    if not isinstance(parts, dict) or not all(isinstance(parts.get(key), int) for key in numbers):
        return None
    return parts


def asked_in(arguments: str) -> str:
    """Returns what says most of what a tool was asked; "" if nothing does: call-input.ts."""
    given = parse_result(arguments)
    if not isinstance(given, dict):
        return arguments
    return next((given[key] for key in OUTCOMES["telling"] if text_of(given, key)), "")


def words_of_parts(parts: dict, status: str) -> str:
    """
    Returns what became of the sub-agents or pages of one call; "" if its state says as much. What
    sub-agents did is only their own word.
    """
    whole, worked, failed = parts["all"], parts["worked"], parts["failed"]
    if status == "failed" and failed and whole > 1:
        what = "pages read" if parts.get("unit") == "pages" else "sub-agents worked"
        return f"{worked} of {whole} {what}, {failed} failed"
    if parts.get("unit") == "subagents" and worked == whole and status != "failed":
        return f"{counted(whole, 'sub-agent')} ended"
    return ""


def sum_of(sub_agents: list[dict], key: str) -> float:
    return sum(each[key] for each in sub_agents if is_number(each.get(key)))


def words_of_work(sub_agents: list[dict], is_whole: bool) -> str:
    """Returns how long sub-agents took, which run side by side, and what their models took."""
    seconds = max(
        (each["seconds"] for each in sub_agents if is_number(each.get("seconds"))), default=0
    )
    tokens = 0 if is_whole else int(sum_of(sub_agents, "tokens"))
    parts = [f"{seconds:.1f} s"] if seconds >= 1 else []
    return "".join(
        f", {part}" for part in [*parts, *([some(RECEIPT["tokens"], tokens)] if tokens else [])]
    )


def some(words: list[str], count: int) -> str:
    """Returns a number of things, by the words for one and for several."""
    return words[count != 1].format(f"{count:,}")


def words_of_time(seconds: float) -> str:
    """Returns a duration, cut, not rounded; "" under one second, which says nothing of an agent."""
    tenths = round(seconds * 1000) // 100
    whole = tenths // 10
    if whole < 1:
        return ""
    if whole >= 3600:
        return RECEIPT["hours"].format(whole // 3600, f"{whole // 60 % 60:02}")
    if whole >= 60:
        return RECEIPT["minutes"].format(whole // 60, f"{whole % 60:02}")
    return RECEIPT["seconds"].format(tenths / 10)


def words_of_use(own: int, sub_agents: list[dict]) -> str:
    """
    Returns what a reply has used: "12,300 tokens, and 8,100 of 1 sub-agent"; "" if nobody says so.
    `own` are those of its own model, 0 if unknown.
    """
    counts = [int(each["tokens"]) for each in sub_agents if is_number(each.get("tokens"))]
    counts = [count for count in counts if count > 0]
    tokens, agents = RECEIPT["tokens"], some(RECEIPT["sub_agents"], len(counts))
    if own and counts:
        return RECEIPT["own_and"].format(some(tokens, own), f"{sum(counts):,}", agents)
    if counts:
        return RECEIPT["only"].format(some(tokens, sum(counts)), agents)
    return some(tokens, own) if own else ""


def shown_name(tool: str, label: str) -> str:
    """
    Returns the name of a call on one line: its command, or its tool and what that was asked, with
    secrets masked and hidden characters named.
    """
    lines = clip(label.strip()).split("\n")
    asked = lines[0] + (" …" if len(lines) > 1 else "")
    names = [asked] if asked and is_command(tool) else [tool, asked]
    name = visible(" ".join(each for each in names if each)[:MAX_LABEL]) or "a tool"
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 2] + " …"


def words_of_files(paths: list[str]) -> str:
    """
    Returns the names of files that a reply hands over, in words, with hidden characters named. The
    names come first: a page cuts the line at its edge.
    """
    names = [visible(re.split(r"[/\\]", path)[-1][:MAX_NAME]) for path in paths]
    what = "picture" if all(PICTURE.search(path) for path in paths) else "file"
    return f"{', '.join(names)}: {what}{'s' * (len(paths) > 1)} on the agent's computer"


def is_command(tool: str) -> bool:
    return COMMANDS.match(tool) is not None


class Lines:
    """
    What the status line of Open WebUI's own says of one reply: what runs or waits, what became of
    each call, and at last a summary. A line cannot be changed, only followed by another one; one
    that is not done shimmers, for ever if none follows.
    """

    def __init__(self, labels: bool):
        # Without labels, calls are named by their tools alone.
        self.labels = labels
        self.calls: list[Call] = []
        self.by_id: dict[str, Call] = {}
        self.has_more = False
        self.question: Optional[Call] = None
        # The call that waits for its answer; None if it is not known.
        self.asking: Optional[Call] = None
        # The names of the files that it hands over, as they are shown, and how many were said.
        self.files: list[str] = []
        self.files_said = 0
        # What the agent says meanwhile, until that is said here; whether it has failed, so that the
        # text is its error message; and whether it has recorded that no tool ran.
        self.words = ""
        self.failed = False
        self.has_no_tool = False
        # The lines so far.
        self.said: list[dict] = []
        # Seconds from the request to the end of the reply, None if that was not seen; the tokens of
        # its own model, 0 if nobody said; and what ended it: "broken", "stopped", "" for itself.
        self.took: Optional[float] = None
        self.tokens = 0
        self.cut = ""

    def hear(self, message: dict) -> None:
        """Takes an event for the page."""
        data = message["data"]
        if message["type"] == "hermes.tool.progress":
            self._hear(data)
        elif message["type"] == "hermes.tool.replay":
            for report in data["events"]:
                self._hear(report)
        elif message["type"] == "hermes.status":
            self._hear_status(data["kind"], data["text"])

    def _hear_status(self, kind: str, text: str) -> None:
        if kind == "files":
            self.files = text.split("\n")
        elif kind == "failed":
            self.failed = True
        elif kind == "no-tool":
            self.has_no_tool = True
        else:
            self.words = text.strip()

    def _hear(self, report: dict) -> None:
        status, call_id = text_of(report, "status"), text_of(report, "toolCallId")
        if status == "waiting":
            command = text_of(report, "command") if self.labels else ""
            waits_for = text_of(report, "answered_by")
            status = waits_for if waits_for in WAITS else "elsewhere"
            # Told again when its dialog moves to another page.
            if self.question is None or self.question.label != command:
                self.question = Call("terminal", command, status)
                self.asking = self.calls[-1] if self.calls else None
            self.question.status = status
        elif status == "answered" and self.question:
            self.question.status = status
        elif status not in ("answered", "written"):
            known = self.by_id.get(call_id)
            begins = status == "running" and known is not None and known.status != "running"
            # What became of an earlier call is often known only while this one waits.
            is_news = known is None or begins
            if is_news or (known is self.asking and status != "running"):
                self.question = None
            call = self._begin(report) if is_news else known
            if call:
                call.hear(report)

    def _begin(self, report: dict) -> Optional[Call]:
        if len(self.calls) >= MAX_CALLS:
            self.has_more = True
            return None
        tool, label = text_of(report, "tool"), text_of(report, "label")
        if TEXT_KEY.match(label):
            label = ""
        if label and tool in OUTCOMES["deferred"]:
            tool, label = label.lower().replace(" ", "_"), ""
        call = Call(tool[:MAX_LABEL], label[:MAX_TEXT] if self.labels else "", "running")
        self.calls.append(call)
        if call_id := text_of(report, "toolCallId"):
            self.by_id[call_id] = call
        return call

    def goes_on(self) -> None:
        """The model writes: nothing waits any more."""
        self.question = None

    def end(self) -> None:
        """The reply is over: nothing more is reported."""
        self.question = None
        over = {"running": "open", "completed": "unknown"}
        for call in self.calls:
            call.status = over.get(call.status, call.status)

    async def take(self) -> list[dict]:
        """Returns the lines that are to follow now: one for each call of which there is news."""
        words, self.words = self.words, ""
        words = await beside(shown_name, "", words) if words else ""
        for call in [*self.calls, *([self.question] if self.question else [])]:
            if not call.name:
                call.name = await beside(shown_name, call.tool, call.label)
        lines, named = [], [call for call in self.calls if call.name]
        running = [call for call in named if call.status == "running"]
        now = self.question if self.question and self.question.name else (running or [None])[-1]
        for call in named:
            # What became of one that has ended may soon be known: until then, what runs is news.
            is_early = now is not None and call.status == "completed"
            if call.status != "running" and not is_early and call.words() != call.said:
                call.said = call.words()
                lines.append(line(call.said))
        if len(self.files) > self.files_said:
            self.files_said = len(self.files)
            lines.append(line(words_of_files(self.files)))
        if words:
            lines.append(line(RECEIPT["says"].format(words)))
        last = [*self.said, *lines][-1:]
        if now and last != [line(now.words(), False)]:
            lines.append(line(now.words(), False))
        elif not now and last and not last[0]["done"]:
            lines.append(line("No longer waits for an answer"))
        self.said += lines
        return lines

    def summary(self) -> str:
        """Returns one line for all that is known of the reply; "" for nothing."""
        failed = RECEIPT["failed"] if self.failed else ""
        files = words_of_files(self.files) if self.files else ""
        reply = [self._receipt(files)] if self.calls else [self._without_calls(), files]
        known = [each for each in (failed, *reply) if each]
        return " ".join(
            each if each.endswith(".") or each is known[-1] else f"{each}." for each in known
        )

    def repeats(self, words: str) -> bool:
        """Returns whether the summary says all that a line does."""
        is_one = len(self.calls) == 1 and words == self.calls[0].words()
        return is_one or words == self.summary()

    def _without_calls(self) -> str:
        # Whoever stops a reply knows it.
        if self.cut == "broken":
            return RECEIPT["broken"]
        return RECEIPT["no_tool"] if self.has_no_tool else ""

    def _receipt(self, files: str) -> str:
        """
        Returns one line for all calls of a reply, and what it took: "3 commands, 1 failed · 41.2 s ·
        12,300 tokens". What it hands over comes before that, as up to 0.9 nothing shows what is cut
        off at the edge of a page.
        """
        sub_agents = [each for call in self.calls for each in call.sub_agents]
        use = words_of_use(self.tokens, sub_agents)
        parts = [self._summary_of_calls(), files, words_of_time(self.took or 0), use]
        last = self.calls[-1]
        if not self.cut:
            return " · ".join(part for part in parts if part)
        end = RECEIPT["last"].format(last.name) if last.status == "open" else ""
        is_told = end and len(self.calls) == 1
        whole = " · ".join(part for part in ([files] if is_told else parts) if part)
        return " ".join(
            part for part in (RECEIPT[self.cut], f"{whole}." if whole else "", end) if part
        )

    def _summary_of_calls(self) -> str:
        if len(self.calls) == 1:
            return self.calls[0].words(True)
        what = "command" if all(is_command(call.tool) for call in self.calls) else "tool"
        count = f"{'more than ' * self.has_more}{counted(len(self.calls), what)}"
        states = [call.status for call in self.calls]
        if all(status == "ran" for status in states):
            return f"Ran {count}"
        codes = {call.exit_code for call in self.calls if call.status == "failed"}
        exit_code = f" (exit {min(codes)})" if len(codes) == 1 and None not in codes else ""
        counts = [
            (states.count("failed"), f"failed{exit_code}"),
            (sum(status in NOT_ALLOWED for status in states), "not allowed"),
            (states.count("background"), "started, end unknown"),
        ]
        parts = [f"{number} {words}" for number, words in counts if number]
        for status, words in (("open", "end"), ("unknown", "outcome")):
            if number := states.count(status):
                parts.append(f"{counted(number, words)} not reported")
        return ", ".join([count[0].upper() + count[1:], *parts])


def line(words: str, done: bool = True) -> dict:
    """Returns a status of Open WebUI's; one that is not done shimmers. The action has no meaning."""
    return {"action": "stream_fixer", "description": words, "done": done}


def status_event(data: dict) -> dict:
    return {"type": "status", "data": data}


class Reply:
    """One reply while it streams."""

    def __init__(self, lines: Optional[Lines] = None):
        # What is said of it in status lines; None: nothing.
        self.lines = lines
        self.speaks = False
        # One line follows another.
        self.voice = asyncio.Lock()
        # Work that reads the agent's record, and that says the last lines.
        self.readers: set[asyncio.Task] = set()
        self.settles: Optional[asyncio.Task] = None
        self.filters: dict[int, MarkerFilter] = {}
        # The files that it hands over are told: then their lines are taken out.
        self.tells_files = False
        self.files: list[str] = []
        self.media: dict[int, MediaFilter] = {}
        # Choices of which something was held or removed.
        self.changed: set[int] = set()
        # The server reports its tools by events, so it writes no markers, unless it wrote some
        # before.
        self.sends_events = False
        self.injects = False
        self.hermes = False
        # It has shown a tool, or its record was asked whether there was one.
        self.ran = False
        # How often each call id has begun; the tools of calls that are over, and of which the
        # agent's record is still to be read, by call id; and whether somebody reads it.
        self.begun: dict[str, int] = {}
        self.over: dict[str, str] = {}
        self.reads = False
        # How many calls were over so far, and how often the record was read: never more often, but
        # once if a read has failed.
        self.finished = 0
        self.records = 0
        # The last read did not arrive in time, and there is one more.
        self.again = False
        self.ended = False
        # When the last of it came, by the clock that never goes back; whether its stream has said
        # its end, or that it failed; and the tokens of its model, those of streams before this one
        # apart.
        self.heard_at = 0.0
        self.says_end = False
        self.failed = False
        self.tokens = 0
        self.tokens_before = 0
        # The questions so far by name, each with its dialog, if it has one; and the name of the
        # agent's session, if it has told it.
        self.asked: dict[tuple, tuple[Question, Optional[Dialog]]] = {}
        self.session = ""
        # Dialogs of questions that the agent waits for, each with the call that began last.
        self.dialogs: dict[Dialog, str] = {}
        self.last_call = ""
        # What the page was told so far, when last, and whether somebody tells it to pages that come
        # later.
        self.told: list[dict] = []
        # Calls that run and have sub-agents, and when the agent was read last.
        self.delegates: list[str] = []
        self.read_at = float("-inf")
        self.told_at = 0.0
        self.follows = False
        # Markers are expected: Hermes answers, or the chat has shown some. Otherwise what a model
        # wrote stays, and leaves in the pieces in which it came: the page sees by these who wrote
        # it.
        self.expected = False
        # See `Signs`; the name of its model, as the server says it, and whether that is another's.
        self.echoes = False
        self.model = ""
        self.is_anothers = False

    def follow(self, event: dict) -> None:
        """Notes when its stream was heard last, whether it is over, and what it has used."""
        self.heard_at = time.monotonic()
        if is_end(event):
            self.says_end = True
        elif isinstance(event.get("error"), dict) and not is_progress(event):
            self.failed = True
        elif self.says_end and (has_text(event) or is_progress(event)):
            # Open WebUI has run a tool of its own, and asks again.
            self.says_end = False
            self.tokens_before, self.tokens = self.tokens_before + self.tokens, 0
        usage = event.get("usage")
        total = usage.get("total_tokens") if isinstance(usage, dict) else None
        # What Hermes calls so: all that went into its model, and that came out. Some servers send
        # with each chunk what was used so far.
        if isinstance(total, int) and not isinstance(total, bool) and 0 < total < 2**53:
            self.tokens = total

    def cut_by(self, stream: Optional[asyncio.Task]) -> str:
        """
        Returns what has ended it: "" if it did so itself, or nobody knows. A server that is told to
        stop cancels the task of the stream, which takes note of that and ends as ever: since Python
        3.11 that can be seen. Only Hermes is known to finish each reply.
        """
        if self.says_end or self.failed or not (self.sends_events or self.hermes):
            return ""
        if stream is None or not hasattr(stream, "cancelling"):
            return ""
        return "stopped" if stream.cancelled() or stream.cancelling() else "broken"

    def is_over(self, event: dict) -> bool:
        """
        Counts the calls. Returns whether the event ends one that can be found in the agent's
        record.
        """
        call_id, status = text_of(event, "toolCallId"), event.get("status")
        if call_id and status == "running" and len(self.begun) < 1000:
            self.begun[call_id] = self.begun.get(call_id, 0) + 1
            self.last_call = call_id
            if event["tool"] == DELEGATES:
                self.delegates.append(call_id)
        if status != "completed" or call_id not in self.begun:
            return False
        self.over[call_id] = event["tool"]
        self.delegates = [each for each in self.delegates if each != call_id]
        self.finished += 1
        return True

    async def turn_to_read(self) -> None:
        """Waits until a second has passed since the agent was read."""
        pause = max(0.0, self.read_at + 1 - time.monotonic())
        self.read_at = time.monotonic() + pause
        await asyncio.sleep(pause)

    def goes_on(self, event: dict) -> None:
        """
        The call that waited is over, or the model writes on: the agent waits for no answer any
        more.
        """
        over = text_of(event, "toolCallId") if event.get("status") == "completed" else ""
        for dialog, call_id in list(self.dialogs.items()):
            if (over and over == call_id) or has_text(event) or is_end(event):
                dialog.over.set()
                del self.dialogs[dialog]

    def keep(self, report: dict) -> None:
        """Remembers what the page was told of its tools, for one that comes later."""
        data = report["data"]
        if "sub_agents" in data:
            # What was counted before is no news.
            self.told = [
                each
                for each in self.told
                if "sub_agents" not in each or each["toolCallId"] != data["toolCallId"]
            ]
        if report["type"] == "hermes.tool.progress" and len(self.told) < MAX_TOLD:
            self.told.append(report["data"])
        self.told_at = time.monotonic()

    def may_read(self, prompt: Optional[bool]) -> bool:
        """
        Returns whether to read the agent's record. What is read too early needs another read at the
        end: agent.ts.
        """
        early = prompt or (prompt is None and self.records + 2 <= self.finished)
        return bool(self.over) and (self.ended or early)

    def clean(self, chunk: dict) -> tuple[dict, list[dict]]:
        """
        Returns the chunk without markers, and their progress events; the very same chunk if there
        is nothing to change.
        """
        events: list[dict] = []
        self.hermes = self.hermes or is_hermes(chunk)
        self.expected = self.expected or self.hermes
        if (model := text_of(chunk, "model")) not in ("", self.model):
            self.model, self.is_anothers = model, is_anothers_model(model)
        choices = [
            self._clean_choice(choice, i, events) for i, choice in enumerate(chunk["choices"])
        ]
        changed = any(new is not old for new, old in zip(choices, chunk["choices"]))
        return ({**chunk, "choices": choices} if changed else chunk), events

    def _clean_choice(self, choice, position: int, events: list[dict]):
        delta = choice.get("delta") or {} if isinstance(choice, dict) else None
        text = (delta.get("content") or "") if isinstance(delta, dict) else None
        index = choice.get("index", position) if isinstance(choice, dict) else None
        if (
            not isinstance(text, str)
            or not isinstance(index, int)
            or (index not in self.filters and len(self.filters) >= 16)
        ):
            return choice
        # Held text is released before the text ends, and before a tool call of Open WebUI's own.
        is_last = bool(choice.get("finish_reason") or delta.get("tool_calls"))
        marker_filter = self.filters.setdefault(index, MarkerFilter())
        marker_filter.echoes = self.echoes
        marker_filter.is_anybodys = self.is_anothers and not self.expected and not self.echoes
        if (
            not self.sends_events
            and is_marker_delta(text, self.hermes)
            and (self.hermes or (not marker_filter.is_anybodys and marker_filter.may_inject(text)))
        ):
            self.injects, self.expected = self.injects or self.hermes, True
            decided = marker_filter.inject(text)
        else:
            decided = [marker_filter.push(text, self.expected)]
        if is_last:
            decided.append(marker_filter.end())
        kept = ""
        for each in decided:
            if not self.expected:
                each = each._replace(cuts=[] if each.proof is None else each.cuts[each.proof :])
            self.expected = self.expected or each.proof is not None
            kept += left_over(each.text, each.cuts) if each.cuts else each.text
            events += describe(each, self.hermes)
        media_filter = self.media.setdefault(index, MediaFilter())
        kept = media_filter.push(kept, self.expected and self.tells_files)
        if is_last:
            kept += media_filter.end()
        self.files += [path for path in media_filter.files if path not in self.files]
        if kept != text:
            self.changed.add(index)
        # Behind what was held or removed, it must not look to the page like a delta of Hermes'.
        if index in self.changed and is_marker_delta(kept, True):
            kept = "\n" + kept
        return choice if kept == text else {**choice, "delta": {**delta, "content": kept}}


def is_hermes(chunk: dict) -> bool:
    return chunk.get("model") == "hermes-agent" or is_hermes_id(chunk.get("id"))


def is_hermes_id(chunk_id) -> bool:
    return isinstance(chunk_id, str) and HERMES_CHUNK_ID.match(chunk_id) is not None


def is_progress(event: dict) -> bool:
    """
    Returns whether it is data of `event: hermes.tool.progress`; Open WebUI passes on the data
    without the event's name.
    """
    return (
        isinstance(event.get("tool"), str)
        and ("emoji" in event or "status" in event)
        and "choices" not in event
    )


class Connection(NamedTuple):
    """
    Where the server reaches an agent: an address that ends with /v1, as a rule, and the key for it.
    """

    url: str
    key: str
    # Headers of its own, with the placeholders of the server.
    headers: Optional[dict] = None

    async def request(
        self, method: str, path: str, limit: float, **more
    ) -> tuple[int, float, bytes]:
        """
        Returns the status, the time by the agent's clock, and the beginning of the answer's body:
        at most a byte more than MAX_RECORD. Raises if that takes more than `limit` seconds.
        """
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        checked = server_setting("AIOHTTP_CLIENT_SESSION_SSL", True)
        async with aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=limit), trust_env=True
        ) as session:
            # Another address never gets the key.
            async with session.request(
                method, path, headers=headers, ssl=checked, allow_redirects=False, **more
            ) as answer:
                body = b""
                async for piece in answer.content.iter_any():
                    body += piece
                    if len(body) > MAX_RECORD:
                        break
                return (
                    answer.status,
                    parsedate_to_datetime(answer.headers["Date"]).timestamp()
                    if "Date" in answer.headers
                    else time.time(),
                    body,
                )


def server_setting(name: str, default):
    """Returns a setting of the server's environment, if this release has it."""
    try:
        from open_webui import env
    except ImportError:
        return default
    return getattr(env, name, default)


class Turn(NamedTuple):
    """What belongs to the request whose reply streams."""

    request: object
    model: object
    # What the model is sent; releases up to 0.5 do not tell.
    body: object
    emit: Callable[[dict], Awaitable]
    # Asks in the page from which the request came; None: there is none.
    call: Optional[Callable[[dict], Awaitable]]
    # What the server knows of it: the names of chat, message, person and page, and the chat.
    metadata: object = None
    # Who asks: name, address and role.
    person: object = None
    # The task in which the reply streams.
    stream: Optional[asyncio.Task] = None

    async def emit_unstored(self) -> Callable[[dict], Awaitable]:
        """
        Returns what tells the pages of this person, and stores nothing. Each line that the server
        stores rewrites the whole chat, and up to 0.11 so without a lock: beside its own writing it
        could lose the reply.
        """
        from open_webui.socket.main import get_event_emitter

        emit = get_event_emitter(self.metadata, update_db=False)
        return await emit if inspect.isawaitable(emit) else emit

    def is_direct(self) -> bool:
        """Returns whether the page itself reaches the agent."""
        return getattr(getattr(self.request, "state", None), "direct", False)

    async def connection(self) -> Optional[Connection]:
        """
        Returns the connection that the server uses for the model; None for a page's own, and for
        other kinds of models.
        """
        model, state = self.model, self.request.app.state
        if self.is_direct() or not isinstance(model, dict):
            return None
        # A model of a workspace has none itself.
        base = model.get("base_model_id") or (model.get("info") or {}).get("base_model_id")
        found = [
            known["urlIdx"]
            for known in (
                state.OPENAI_MODELS.get(base),
                model,
                state.OPENAI_MODELS.get(model.get("id")),
            )
            if known and "urlIdx" in known
        ]
        if not found:
            return None
        index = int(found[0])
        try:
            from open_webui.routers.openai import get_openai_connection
        except ImportError:
            # Releases up to 0.9.
            url = state.config.OPENAI_API_BASE_URLS[index]
            configs = getattr(state.config, "OPENAI_API_CONFIGS", {})
            key, config = (
                state.config.OPENAI_API_KEYS[index],
                configs.get(str(index), configs.get(url)),
            )
        else:
            url, key, config = await get_openai_connection(index)
        return Connection(url.rstrip("/"), key, (config or {}).get("headers"))

    def sessions(self, connection: Connection, messages) -> list[str]:
        """
        Returns the names that the agent may know the chat's session by: the one that the headers of
        the connection give it, or those by its first words. Raises if they are not text only.
        """
        headers = connection.headers if isinstance(connection.headers, dict) else {}
        person = self.person if isinstance(self.person, dict) else {}
        known = {f"user_{key}": value for key, value in person.items()}
        # Open WebUI fills in nothing for the task of a reply, which has none.
        known |= {"task": "", **(self.metadata if isinstance(self.metadata, dict) else {})}
        for name, value in headers.items():
            if str(name).lower() == "x-hermes-session-id":
                filled = HEADER_PLACE.sub(
                    lambda found: str(known[found[1].lower()] or ""), str(value)
                )
                return [filled] if PLAIN_NAME.match(filled) else []
        profile = PROFILE.search(connection.url.removesuffix("/v1"))
        # The agent's own profile is asked by its name, too.
        names = [profile[1], ""] if profile else [""]
        return [session_of(messages, name) for name in names]


class Question(NamedTuple):
    """A command that the agent may not run without a person's permission."""

    run_id: str
    request_id: str
    command: str
    reason: str

    def shown(self, agent: str, plain: bool) -> "Shown":
        """
        Returns the question as a person sees it, in HTML, or in text of which blanks are lost
        (`plain`). Whatever a command contains is seen as it is, and nothing of it is markup; what
        the agent says of it is one line, and never among the sentences of the dialog. It reads long
        texts, so it runs beside the event loop, once for each question.
        """
        lines = self.command.count("\n") + 1
        size = f"{counted(lines, 'line')}, {counted(len(self.command), 'character')}"
        title = f"{visible(agent[:MAX_LABEL])[:80]} asks for permission"
        command = in_order(visible(self.command))
        if plain:
            return Shown(title, size, f" The command: {command}".replace("\n", " ⏎ "), plain)
        box = "direction: ltr; font-family: monospace; max-height: 40vh; overflow: auto; margin-top: 0.5rem; padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: #18181b; color: #fafafa"
        rest = f"\n\n{paragraph(command, box)}"
        if self.reason.strip():
            own = "font-family: inherit; margin-top: 0.5rem"
            rest += f"\n\n{paragraph(why(self.reason), own)}"
        return Shown(title, size, rest, plain)

    def dialog(self, agent: str, plain: bool, left: float) -> dict:
        return self.shown(agent, plain).dialog(left)


class Shown(NamedTuple):
    """A question as a person sees it: all that does not change while it waits."""

    title: str
    # Of the command, in words.
    size: str
    # What follows the first sentences of the message.
    rest: str
    plain: bool

    def dialog(self, left: float) -> dict:
        """Returns Open WebUI's dialog that asks, for an answer within so many seconds."""
        seconds = max(1, round(left))
        within = counted(seconds // 60, "minute") if seconds >= 120 else counted(seconds, "second")
        how = (
            f'Type "{ALLOWS}" and confirm to run this command once ({self.size}). '
            f"Cancel denies it, and so does no answer within {within}."
        )
        message = (how if self.plain else paragraph(how, "font-family: inherit")) + self.rest
        data = {"title": self.title, "message": message, "placeholder": ALLOWS, "value": ""}
        return {"type": "input", "data": data}


def why(reason: str) -> str:
    """Returns why the agent asks, as the extension says it (reason.ts); unknown reasons as they are."""
    line = " ".join(reason[:MAX_TEXT].split())[:300]
    known = [
        next((text for pattern, text in REASONS if pattern.search(part)), "")
        for part in line.split("; ")
    ]
    return " ".join(dict.fromkeys(known)) if all(known) else f"Why it asks: {visible(line)}"


def paragraph(text: str, look: str) -> str:
    """Returns HTML that shows a text as it is."""
    style = f"white-space: pre-wrap; overflow-wrap: anywhere; {look}"
    return f'<pre style="{style}">{html.escape(text)}</pre>'


def counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def visible(text: str) -> str:
    """
    Returns a text in which nothing is hidden, as the extension shows it (command-text.ts): what
    nobody sees, or what looks like something else, has its number instead. One that is repeated is
    counted.
    """
    if PLAIN_TEXT.match(text):
        return text
    parts: list[str] = []
    at = names = 0
    for found in SHOWN.finditer(without_mixed(text)):
        named = names_of(text[at : found.start()], MOST_IN_ALL - names)
        names += len(named)
        parts += [*named, text[found.start() : found.end()]]
        at = found.end()
    return "".join([*parts, *names_of(text[at:], MOST_IN_ALL - names)])


def in_order(text: str) -> str:
    """
    Returns a text whose words from right to left stand apart (U+2068 and U+2069): they would turn
    what is between them, too, so that a pipe into a file reads as its contrary.
    """
    return FROM_RIGHT.sub("\u2068\\g<0>\u2069", text)


def without_mixed(text: str) -> str:
    """
    Returns a text with something unseen in the place of each letter that only looks like the Latin
    ones in the same word. What is named ends no word: it may be drawn as nothing.
    """

    def cover(word: re.Match) -> str:
        is_mixed = not word[0].isascii() and LATIN.search(word[0])
        return ALIKE.sub(UNSEEN, word[0]) if is_mixed else word[0]

    return WORD.sub(cover, text)


def names_of(unseen: str, left: int) -> list[str]:
    """Returns the names of characters in a row. `left`: how many may still be told apart."""
    names, counted_so_far = [], 0
    for run in re.finditer(r"(.)\1*", unseen, re.DOTALL):
        if len(names) >= min(MOST_NAMES, left):
            break
        names.append(name_of(f"U+{ord(run[1]):04X}", len(run[0])))
        counted_so_far = run.end()
    others = len(unseen) - counted_so_far
    return [*names, name_of(OTHERS, others)] if others else names


def name_of(name: str, count: int) -> str:
    return f"[{name}{f' × {count}' if count > 1 else ''}]"


def open_pages(turn: "Turn") -> list[str]:
    """
    Returns the open pages of the person whose reply it is, by their connections: first the one that
    has asked for it.
    """
    own, user = text_of(turn.metadata, "session_id"), text_of(turn.metadata, "user_id")
    try:
        from open_webui.socket import main

        others = main.get_session_ids_from_room(f"user:{user}") if user else []
        return [page for page in dict.fromkeys([own, *others]) if page in main.SESSION_POOL][
            :MAX_PAGES
        ]
    except Exception:
        # Releases up to 0.6, and none that we know of later.
        return [own]


async def call_page(page: str, event: dict, turn: "Turn"):
    """Sends an event to one page. Returns its answer."""
    if page == text_of(turn.metadata, "session_id"):
        return await turn.call(event)
    from open_webui.socket.main import get_event_call

    call = get_event_call({**turn.metadata, "session_id": page})
    return await (await call if inspect.isawaitable(call) else call)(event)


class Asked(NamedTuple):
    """What a page was sent that it may answer."""

    page: str
    at: float
    # Of a look: the question was sent right behind it.
    has_question: bool = False


class Dialog:
    """
    A question in a dialog of Open WebUI's, in the page that shows its chat. A page drops what
    belongs to another chat, and a new one does not know its own before its request is answered: so
    it is looked for one, until it is there. A page that has a dialog shows the next one in its
    place, and answers only that. Whatever was sent waits until there is an answer, as the press may
    be on its way.
    """

    def __init__(self, turn: "Turn", show: Callable[[], Shown], tell: Callable[[dict], Awaitable]):
        self.turn, self.show = turn, show
        self.shown: Optional[Shown] = None
        # Tells the page what has changed: the name of the dialog that is on a screen, "" if none
        # is; that it is answered.
        self.tell = tell
        self.ends = time.monotonic() + ANSWER_WITHIN
        # The agent no longer waits; it asks something else in its place.
        self.over = asyncio.Event()
        self.withdrawn = False
        # The page that has it, and the names of dialogs by page.
        self.page: Optional[str] = None
        self.names: dict[str, str] = {}
        self.looks: dict[asyncio.Task, Asked] = {}
        self.questions: dict[asyncio.Task, Asked] = {}
        # Pages that show the chat in the background, and when they said so.
        self.behind: dict[str, float] = {}
        # When to look, to ask unseen, and to ask again where it is; how often it has looked, and
        # the next pauses.
        self.look_at, self.unseen_at, self.again_at = 0.0, 0.0, 0.0
        self.looked, self.unseen_after, self.again_after = 0, ASK_UNSEEN, ASK_AGAIN

    async def answer(self) -> Optional[bool]:
        """
        Asks a person. Returns whether it is allowed; None without an answer. Only the word that
        allows allows anything.
        """
        self.shown = await beside(self.show)
        over = asyncio.create_task(self.over.wait())
        try:
            while not self.over.is_set() and (left := self.ends - time.monotonic()) > 0:
                pause = await self._show(time.monotonic())
                await asyncio.wait(
                    {over, *self.looks, *self.questions},
                    timeout=min(left, pause),
                    return_when=asyncio.FIRST_COMPLETED,
                )
                allowed = self._read_answers(time.monotonic())
                if allowed is not None:
                    return allowed
                await self._read_looks(time.monotonic())
            return None
        finally:
            # From 0.12 on, this closes the dialog.
            for task in (over, *self.looks, *self.questions):
                task.cancel()

    def withdraw(self) -> None:
        """Drops the question, and its answer if it has one by now."""
        self.withdrawn = True
        self.over.set()

    async def _show(self, now: float) -> float:
        """
        Sees to it that the question is on a screen. Returns after how many seconds to do so again.
        """
        pages = open_pages(self.turn)
        if self.page is not None and self.page not in pages:
            self.page = None
            self.looked = 0
            await self.tell({"dialog": ""})
        if self.page is not None:
            if now >= self.again_at:
                self._ask(self.page, now)
                self.again_at = now + self.again_after
                self.again_after *= 2
            return min(NEWCOMERS, self.again_at - now)
        if now >= self.look_at:
            self._look(pages, now)
        return min([self.look_at - now, *(IN_FRONT for _ in self.behind)])

    def _look(self, pages: list[str], now: float) -> None:
        for task in [task for task, look in self.looks.items() if now - look.at > LOOK_WITHIN]:
            task.cancel()
            del self.looks[task]
        own = text_of(self.turn.metadata, "session_id")
        for page in pages:
            unseen = page == own and now >= self.unseen_at
            self._send(self.looks, LOOK, Asked(page, now, unseen))
            if unseen:
                self._ask(page, now)
                self.unseen_at = now + self.unseen_after
                self.unseen_after *= 2
        self.look_at = now + LOOK_AGAIN[min(self.looked, len(LOOK_AGAIN) - 1)]
        self.looked += 1

    def _ask(self, page: str, now: float) -> None:
        dialog = self.shown.dialog(self.ends - now)
        data = {**dialog["data"], "dialog": self.names.setdefault(page, uuid4().hex)}
        self._send(self.questions, {**dialog, "data": data}, Asked(page, now))

    def _send(self, waiting: dict, event: dict, asked: Asked) -> None:
        task = asyncio.create_task(call_page(asked.page, event, self.turn))
        # Nobody may come to read it.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        waiting[task] = asked

    def _read_answers(self, now: float) -> Optional[bool]:
        for task in [task for task in self.questions if task.done()]:
            asked, answer = self.questions.pop(task), result_of(task)
            typed = answer.strip().lower() if isinstance(answer, str) else ""
            if typed == ALLOWS and now - asked.at >= TOO_SOON:
                return True
            # Releases up to 0.8 answer True for an empty text.
            if answer is True or (isinstance(answer, str) and typed not in DENIES):
                # An Enter that was meant for something else.
                self.page, self.again_at = asked.page, now + TOO_SOON
            elif answer is None or isinstance(answer, dict):
                # The page is gone, or servers up to 0.7 have forgotten the dialog, which is still
                # there.
                self.again_at = min(self.again_at, max(now, asked.at + 1))
            else:
                return False
        return None

    async def _read_looks(self, now: float) -> None:
        for task in [task for task in self.looks if task.done()]:
            look, is_seen = self.looks.pop(task), result_of(task)
            if self.page is not None or not isinstance(is_seen, bool):
                continue
            if look.has_question or is_seen:
                await self._settle(look.page, look.has_question, now)
            else:
                self.behind.setdefault(look.page, now)
        for page, since in list(self.behind.items()):
            if self.page is None and now - since >= IN_FRONT:
                await self._settle(page, False, now)

    async def _settle(self, page: str, has_question: bool, now: float) -> None:
        """The page shows the chat: it is the one that has the question."""
        if not has_question:
            self._ask(page, now)
        self.page = page
        self.again_at, self.again_after = now + ASK_AGAIN, 2 * ASK_AGAIN
        self.behind = {}
        for task in self.looks:
            task.cancel()
        self.looks = {}
        await self.tell({"dialog": self.names[page]})


def result_of(task: asyncio.Task):
    """Returns what a task has returned that is over; None if it has failed."""
    return None if task.cancelled() or task.exception() else task.result()


def session_of(messages, profile: str = "") -> str:
    """
    Returns the name that Hermes gives to the session of a conversation, by its first words. Raises
    if they are not text only.
    """
    texts: dict[str, list[str]] = {"system": [], "user": []}
    for message in messages if isinstance(messages, list) else []:
        role = message.get("role") if isinstance(message, dict) else None
        if role == "system" or (role == "user" and not texts["user"]):
            content = message["content"]
            if isinstance(content, list):
                if any(part["type"] != "text" for part in content):
                    raise ValueError("not text only")
                content = "\n".join(part["text"] for part in content if part["text"])
            texts[role].append(content)
    seed = "\n".join(texts["system"]) + "\n" + "".join(texts["user"])
    seed = f"{profile}\0{seed}" if profile else seed
    return f"api-{hashlib.sha256(seed.encode()).hexdigest()[:16]}"


async def beside(work, *given):
    """
    Runs what reads long texts in the one thread that is for this: each thread more could hold the
    server's requests for a turn of its own, 5 ms.
    """
    return await asyncio.get_running_loop().run_in_executor(READER, work, *given)


async def read_first_record(
    connection: Connection, sessions: list[str], limit: int = ENTRIES
) -> tuple[list, float]:
    """Returns the record of the first of these sessions that has one."""
    for session in sessions:
        entries, ahead = await read_record(connection, session, limit)
        if entries:
            return entries, ahead
    return [], 0


async def read_record(
    connection: Connection, session: str, limit: int = ENTRIES
) -> tuple[list, float]:
    """Returns the last entries of a session, and by how many seconds the agent's clock is ahead."""
    root = connection.url.removesuffix("/v1")
    status, now, body = await connection.request(
        "GET", f"{root}/api/sessions/{session}/messages?limit={limit}&order=latest", READ_WITHIN
    )
    if status == 404:
        return [], 0
    # Beside the event loop, as all that reads long texts.
    record = await beside(json.loads, body) if status == 200 and len(body) <= MAX_RECORD else {}
    entries = [
        entry
        for entry in record["data"]
        if isinstance(entry, dict) and isinstance(entry.get("timestamp"), (int, float))
    ]
    ahead = now + 0.5 - time.time()
    return entries, ahead if abs(ahead) > 2 else 0


def receipt_in(
    entries: list, call_id: str, calls: int, since: float, results: bool
) -> Optional[dict]:
    """
    Returns what a record says of a call that is over; None if it says nothing, or if that may be
    another call: ids repeat within a session, and chats that begin alike share one.
    """
    entries = [entry for entry in entries if entry["timestamp"] >= since]
    found = [
        entry
        for entry in entries
        if entry.get("role") == "tool" and entry.get("tool_call_id") == call_id
    ]
    if len(found) != calls:
        return None
    asked = [
        call
        for entry in entries
        if isinstance(entry.get("tool_calls"), list)
        for call in entry["tool_calls"]
        if call.get("id") == call_id
    ]
    arguments = text_of(asked[-1].get("function"), "arguments") if asked else ""
    tool, arguments = inner_call(text_of(found[-1], "tool_name"), arguments)
    result = found[-1].get("content")
    receipt = {**read_result(result, tool), "input": arguments}
    if sub_agents := sub_agents_in(result, tool, results):
        receipt["sub_agents"] = sub_agents
    if receipt["status"] == "unknown" and "parts" not in receipt:
        return None
    receipt["status"] = WORDS_OF_PAGE.get(receipt["status"], receipt["status"])
    return {
        key: clip(value) if key in ("error", "input", "output") else value
        for key, value in receipt.items()
        if value != "" and (results or key in ("status", "exit_code", "parts", "sub_agents"))
    }


def sub_agents_in(result, tool: str, results: bool = False) -> list[dict]:
    """
    Returns what became of the sub-agents in the result of their tool, each judged by the table of
    outcomes: sub-agents.ts. `results`: with the agent's words.
    """
    read = parse_result(result) if tool == DELEGATES and isinstance(result, str) else None
    entries = read.get("results") if isinstance(read, dict) else None
    return [
        sub_agent_of(entry, results)
        for entry in (entries if isinstance(entries, list) else [])[:MAX_SUBAGENTS]
        if isinstance(entry, dict)
    ]


def sub_agent_of(entry: dict, results: bool) -> dict:
    read = read_text(json.dumps({"results": [{"task_index": 0, **entry}]}), DELEGATES, True)
    parts = read.get("parts") or {}
    state = "failed" if parts.get("failed") else "worked" if parts.get("worked") else "unknown"
    took = entry.get("tokens")
    tokens = sum_of([took], "input") + sum_of([took], "output") if isinstance(took, dict) else 0
    seconds = entry.get("duration_seconds")
    return {
        "state": state,
        **({"seconds": seconds} if is_number(seconds) else {}),
        **({"tokens": tokens} if tokens else {}),
        **({"error": clip(read["error"])[:MAX_LABEL]} if results and read["error"] else {}),
    }


def children_in(body: bytes, parents: list[str], since: float) -> list[dict]:
    """
    Returns the sessions of sub-agents in the agent's list of sessions, the oldest first. Raises for
    anything but such a list.
    """
    own = [
        session
        for session in json.loads(body)["data"]
        if session["source"] == "subagent"
        and session["parent_session_id"] in parents
        and is_number(session["started_at"])
        and session["started_at"] >= since
    ]
    return sorted(own, key=lambda session: session["started_at"])


def listed_sub_agent(session: dict) -> dict:
    """The list does not say what became of one that is over."""
    state = "running" if session.get("ended_at") is None else "unknown"
    return {"state": state, "messages": session.get("message_count")}


def question_in(messages: list):
    """Returns what a conversation asks last. Raises if it asks nothing."""
    return [message["content"] for message in messages if message["role"] == "user"][-1]


def unreported(
    entries: list, question, begun: dict[str, int], since: float, results: bool
) -> list[dict]:
    """
    Returns the calls in the record of a reply that is over of which no event has told: those of
    tools that do not exist, and of some that Hermes does not report. Chats that begin alike share a
    record, so only behind the reply's own question, if that is the last one.
    """
    asked = [at for at, entry in enumerate(entries) if entry.get("role") == "user"]
    own = entries[asked[-1] :] if asked else []
    if not own or own[0]["timestamp"] < since or own[0].get("content") != question:
        return []
    told = []
    for entry in own:
        call_id = text_of(entry, "tool_call_id")
        if entry.get("role") != "tool" or not call_id or call_id in begun:
            continue
        named = [
            call.get("function")
            for each in own
            for call in each.get("tool_calls") or []
            if call.get("id") == call_id
        ]
        tool = text_of(entry, "tool_name") or text_of(named[-1] if named else None, "name")
        receipt = receipt_in(own, call_id, 1, since, results) or {"status": "completed"}
        told.append({"tool": tool[:MAX_LABEL], "toolCallId": call_id, "recorded": True, **receipt})
    return told


def has_no_tool(entries: list, question, since: float) -> bool:
    """
    Returns whether a record says that no tool ran in the reply to a question, although some ran
    before: record.ts.
    """
    tools = [
        entry["timestamp"]
        for entry in entries
        if entry.get("role") == "tool" or entry.get("tool_calls")
    ]
    asked = [at for at, entry in enumerate(entries) if entry.get("role") == "user"]
    if not tools or not asked or max(tools) >= since or entries[asked[-1]]["timestamp"] < since:
        return False
    return (
        entries[-1].get("role") == "assistant"
        and isinstance(question, str)
        and entries[asked[-1]].get("content") == question
    )


def of_chat(body: dict, user: dict) -> dict:
    """Returns what the server would know of a stored chat if a reply streamed in it."""
    return {"chat_id": body.get("chat_id"), "user_id": user.get("id"), "task": ""}


def talk_in(messages: list) -> list[tuple[object, str]]:
    """Returns the questions, each with the last text that answers it."""
    talk: list[tuple[object, str]] = []
    for message in messages:
        text = text_of(message, "content")
        if message.get("role") == "user":
            talk.append((message["content"], ""))
        elif message.get("role") == "assistant" and text and talk and not message.get("tool_calls"):
            talk[-1] = (talk[-1][0], text)
    return talk


def is_same_talk(recorded: list, stored: list) -> bool:
    """
    Returns whether the same was asked and answered. A stored reply may lack its markers, or hold
    more than the last text; one of the two may be unknown.
    """
    if len(recorded) != len(stored):
        return False
    for (asked, answer), (question, reply) in zip(recorded, stored):
        words = re.sub(r"\W+", "", answer)[:SAME_WORDS]
        if asked != question or (words and reply and words not in re.sub(r"\W+", "", reply)):
            return False
    return True


def times_in(messages: list) -> list[Optional[float]]:
    """Returns when each question was asked, in seconds since 1970; None if that is not known."""
    times = [message.get("timestamp") for message in messages if message.get("role") == "user"]
    return [
        time if isinstance(time, (int, float)) and not isinstance(time, bool) else None
        for time in times
    ]


def is_same_time(recorded: list, stored: list, ahead: float) -> bool:
    """
    Returns whether each question was recorded soon after it was asked: others may have asked the
    same, and were answered alike. `ahead` is by how many seconds the agent's clock is.
    """
    return all(
        at is None or asked is None or -CLOCKS <= at - ahead - asked <= LATEST
        for at, asked in zip(recorded, stored)
    )


def what_ran(entries: list, messages: list, results: bool, ahead: float = 0) -> dict:
    """
    Returns the calls in a record, if it is that of a chat: chats that begin alike share a session.
    A record that was cut begins with its first question: what precedes it may be the end of another
    chat.
    """
    at = [i for i, entry in enumerate(entries) if entry.get("role") == "user"]
    recorded, stored = talk_in(entries), talk_in(messages)
    is_cut = len(entries) >= MANY_ENTRIES
    last = slice(-len(recorded), None) if is_cut else slice(None)
    if not recorded or not is_same_talk(recorded, stored[last]):
        return {"state": "other"}
    if not is_same_time(times_in(entries), times_in(messages)[last], ahead):
        return {"state": "other"}
    calls, by_id = [], {}
    for entry in entries[at[0] :]:
        listed = entry.get("tool_calls")
        for call in [
            each for each in (listed if isinstance(listed, list) else []) if isinstance(each, dict)
        ]:
            function = call.get("function")
            name, arguments = inner_call(text_of(function, "name"), text_of(function, "arguments"))
            calls.append(
                {
                    "tool": name[:MAX_LABEL],
                    "label": label_of(arguments),
                    "status": "unknown",
                    "time": entry["timestamp"],
                }
            )
            by_id[text_of(call, "id")] = calls[-1]
        made = (
            by_id.pop(text_of(entry, "tool_call_id"), None) if entry.get("role") == "tool" else None
        )
        if made:
            receipt = read_result(entry.get("content"), made["tool"])
            made.update(
                {key: receipt[key] for key in ("status", "exit_code", "parts") if key in receipt},
                error=clip(receipt["error"])[:MAX_LABEL],
            )
            if sub_agents := sub_agents_in(entry.get("content"), made["tool"], results):
                made["sub_agents"] = sub_agents
    if not results:
        calls = [{**call, "label": "", "error": ""} for call in calls]
    return {"state": "same", "cut": is_cut, "calls": calls}


def inner_call(tool: str, arguments: str) -> tuple[str, str]:
    """Returns the tool that did the work and its arguments: call-input.ts."""
    given = parse_result(arguments) if tool in OUTCOMES["deferred"] else None
    if not isinstance(given, dict):
        return tool, arguments
    calls = given.get("calls", [given])
    call = calls[0] if isinstance(calls, list) and len(calls) == 1 else None
    name = text_of(call, "name")
    if not name:
        return tool, arguments
    asked = call.get("arguments")
    if isinstance(asked, dict):
        return name, json.dumps(asked, ensure_ascii=False)
    return name, asked if isinstance(asked, str) else ""


def label_of(arguments: str) -> str:
    """Returns the first line of what a tool was asked, secrets masked."""
    try:
        given = json.loads(arguments)
        arguments = next(given[key] for key in OUTCOMES["telling"] if text_of(given, key))
    except (ValueError, RecursionError, StopIteration):
        pass
    return clip(arguments.strip()).partition("\n")[0][:MAX_LABEL]


def clip(text: str) -> str:
    """Returns the beginning of a text, its secrets masked."""
    return "\n".join(mask_secrets(text[: MAX_TEXT + 500])[:MAX_TEXT].splitlines()[:MAX_LINES])


def read_result(content, tool: str = "") -> dict:
    """
    Reads what a tool returned to the agent, as the extension does (outcome.ts): by the forms of the
    table. `tool`: its name, if it is known.
    """
    parts = content if isinstance(content, list) else []
    text = content if isinstance(content, str) else "".join(text_of(part, "text") for part in parts)
    text = without_notes(text)
    wrapper, last = re.match(OUTCOMES["wrapper"]["first"], text), OUTCOMES["wrapper"]["last"]
    end = len(text) - len(last)
    if not wrapper or not text.endswith(last) or end < wrapper.end():
        return read_text(text, tool, True)
    # A page or another server wrote it, behind a paragraph of advice to the model. Hermes writes the
    # advice: without it, another one wrote the wrapper.
    inner = text[wrapper.end() : end]
    advice = re.match(OUTCOMES["wrapper"]["advice"], inner)
    read = read_text(inner[advice.end() :] if advice else inner, tool or wrapper[1], False)
    return {**read, "status": "unknown"} if read["status"] == "ran" and not advice else read


def without_notes(text: str) -> str:
    """
    Returns a result without what Hermes writes behind it for the model. No JSON has such a line,
    and of what is wrapped the end may be behind it.
    """
    notes, last = re.search(OUTCOMES["notes"], text), OUTCOMES["wrapper"]["last"]
    if not notes:
        return text
    head = text[: notes.start()]
    is_cut = re.match(OUTCOMES["wrapper"]["first"], text) and not head.endswith(last)
    return head + last if is_cut else head


def read_text(text: str, tool: str, is_own: bool) -> dict:
    """`is_own`: the words are the agent's."""
    result = parse_result(text)
    if not isinstance(result, dict):
        forms = [
            form for form in OUTCOMES["texts"] if is_own and re.search(form["matches"], text, re.A)
        ]
        if forms:
            return {"status": forms[0]["verdict"], "error": text, "output": ""}
        return {"status": "unknown", "error": "", "output": text}
    fields = fields_of(result)
    status, counted, why = judge(fields, tool, is_own)
    error = (error_in(fields, status) or why) if is_own else ""
    output = text_of(result, "output")
    if not output and not (is_own and ("error" in result or "exit_code" in result)):
        output = text
    code = exit_code_in(result)
    return {
        "status": status,
        **({} if code is None else {"exit_code": code}),
        **({"parts": counted} if counted else {}),
        "error": error,
        "output": output if output != error else "",
    }


def parse_result(text: str):
    """Parses JSON as JavaScript does: None for anything else, such as NaN, and for what is deep."""

    def refuse(constant):
        raise ValueError(constant)

    def number(digits):
        return int(digits) if len(digits) < 16 else float(digits)

    try:
        if is_deep(text):
            return None
        return json.loads(text, parse_constant=refuse, parse_int=number)
    except (ValueError, RecursionError):
        return None


def is_deep(text: str) -> bool:
    """Says whether objects and lists of a JSON text lie in each other more often than is read."""
    most = OUTCOMES["levels"]
    if text.count("[") + text.count("{") <= most:
        return False
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    level = 0
    for bracket in re.findall(r"[\[\]{}]", outside):
        level += 1 if bracket in "[{" else -1
        if level > most:
            return True
    return False


def exit_code_in(result: dict) -> Optional[int]:
    code = result.get("exit_code")
    if isinstance(code, str) and re.fullmatch("[0-9]{1,9}", code):
        return int(code)
    return int(code) if is_number(code) and code >= 0 and float(code).is_integer() else None


def is_number(value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Fields(NamedTuple):
    """A JSON object, and its values by the names of their keys."""

    json: dict
    named: dict


def fields_of(result: dict) -> Fields:
    named: dict[str, list] = {}
    for key, value in result.items():
        named.setdefault(plain_words(key), []).append(value)
    return Fields(result, named)


def judge(fields: Fields, tool: str, is_own: bool) -> tuple[str, Optional[dict], str]:
    """Returns the outcome; the number of parts, if it has any; and why the first of them failed."""
    form = next((form for form in OUTCOMES["forms"] if fits(form, fields, tool, is_own)), None)
    status = form["verdict"] if form else "unknown"
    if status not in ("ran", "unknown"):
        return status, None, ""
    return (
        judge_parts(fields, tool, form) or judge_inner(fields, tool, status) or (status, None, "")
    )


def judge_parts(fields: Fields, tool: str, whole: Optional[dict]) -> Optional[tuple]:
    """`whole`: the form of the result itself. Returns None for a result without parts."""
    results = fields.json.get("results")
    results = results if isinstance(results, list) else []
    entries = [fields_of(entry) for entry in results if isinstance(entry, dict)]
    form = parts_form(results, tool) if entries else None
    if not form:
        return None
    failures = [entry for entry in entries if failure_of(entry)]
    worked = [
        entry
        for entry in entries
        if not failure_of(entry) and all(meets(entry, each) for each in form["worked"])
    ]
    counted = {
        "unit": form["unit"],
        "all": len(results),
        "worked": len(worked),
        "failed": len(failures),
    }
    if failures:
        return "failed", counted, error_in(failures[0], "failed")
    is_whole = len(worked) == len(results) and (not whole or whole["verdict"] != "unknown")
    return form["verdict"] if is_whole else "unknown", counted, ""


def parts_form(results: list, tool: str) -> Optional[dict]:
    for form in OUTCOMES["parts"]:
        index = form["index"]
        known = index and all(
            isinstance(entry, dict) and is_number(entry.get(index)) for entry in results
        )
        if tool in form["tools"] if tool else known:
            return form
    return None


def judge_inner(fields: Fields, tool: str, status: str) -> Optional[tuple]:
    """
    Reads what the objects one level below say: a server answers "success", and what it called has
    failed. A list only counts beside a success, where it can be no list of a search. Returns None
    if they say nothing.
    """
    if tool in OUTCOMES["inner"]["listings"]:
        return None
    values = [value for name in OUTCOMES["inner"]["names"] for value in fields.named.get(name, ())]
    entries = objects_of(values, status == "ran")
    failures = [(entry, form) for entry in entries if (form := failure_of(entry))]
    for entry, form in failures:
        if form.get("inner") == "failed":
            return "failed", None, error_in(entry, "failed")
    is_doubtful = bool(failures) or (status == "ran" and has_failure_in(entries))
    return ("unknown", None, "") if is_doubtful else None


def objects_of(values, also_lists: bool) -> list[Fields]:
    """Returns the objects among values, also those that are written as text."""
    each = (
        inner
        for value in values
        for inner in (value if also_lists and isinstance(value, list) else [value])
    )
    read = (
        parse_result(value) if isinstance(value, str) and JSON_BEGINS.match(value) else value
        for value in each
    )
    return [fields_of(value) for value in read if isinstance(value, dict)]


def has_failure_in(level: list[Fields]) -> bool:
    """
    Says whether there are failures further within, such as those of one field of GraphQL: they may be
    facts, so they only leave it open.
    """
    for _ in range(1, OUTCOMES["inner"]["depth"]):
        # Of a long list, the first are enough: its cost is the server's.
        level = [each for entry in level for each in objects_of(entry.json.values(), True)]
        level = level[: OUTCOMES["inner"]["most"]]
        if any(map(failure_of, level)):
            return True
    return False


def failure_of(entry: Fields) -> Optional[dict]:
    """Returns the form by which a part failed."""
    failures = (form for form in OUTCOMES["forms"] if form["verdict"] == "failed")
    return next((form for form in failures if fits(form, entry, "", True)), None)


def fits(form: dict, fields: Fields, tool: str, is_own: bool) -> bool:
    if (form.get("own") and not is_own) or ("tools" in form and tool not in form["tools"]):
        return False
    if form.get("foreign") and tool in OWN_TOOLS:
        return False
    return all(meets(fields, condition) for condition in form["all"])


def meets(fields: Fields, condition: dict) -> bool:
    holder = fields.json.get(condition["in"]) if "in" in condition else fields.json
    if not isinstance(holder, dict):
        return False
    values = [holder.get(key) for key in condition.get("keys", ())]
    for name in condition.get("names", ()):
        values += fields.named.get(name, ())
    if "like" in condition or "others" in condition:
        values += [
            value
            for name, each in fields.named.items()
            if is_meant(name, condition)
            for value in each
        ]
    return any(is_so(value, condition) for value in values)


def is_meant(name: str, condition: dict) -> bool:
    """Returns whether a condition is about a key of these words."""
    if "others" in condition:
        return name not in FIELDS
    words, but = f"_{name}_", condition.get("but")
    return re.search(condition["like"], words) is not None and not (but and re.search(but, words))


def is_so(value, condition: dict) -> bool:
    match condition["is"]:
        case "true":
            return value is True
        case "text":
            return isinstance(value, str)
        case "number":
            return is_number(value)
        case "list":
            return isinstance(value, list)
        case "zero":
            return is_number(value) and value == 0
        case "filled":
            return is_filled(value)
        case "empty":
            return not is_filled(value)
        case "matches":
            return (
                isinstance(value, str) and re.search(condition["pattern"], value, re.A) is not None
            )
        case "absent":
            return value is None
        case "says":
            return isinstance(value, str) and (
                re.search(condition["pattern"], f"_{plain_words(unquoted(value))}_") is not None
            )
        case "complaint":
            return complains(
                value,
                f"_(?:{UNLUCKY})_(?!(?:0|none)_)"
                "|_(?:[^_]+_){0,4}failed_(?:with|to|because|due|after|at|for)_",
            )
        case "doubt":
            return complains(value, f"_(?:[^_]+_){{0,5}}(?:{UNLUCKY})_")
        case "report":
            return is_report(value)
        case "one-of":
            return plain_words(value) in condition["words"]
        case "yes":
            return is_yes(value)
        case "no":
            is_zero_number = is_number(value) and value == 0
            return value is False or is_zero_number or is_no_word(value) or is_unlucky(value)
        case "no-yes":
            return not is_absent(value) and not is_positive(value)
        case "something":
            return is_filled(value) and not is_no_word(value) and not is_lucky(value)
        case "unlucky":
            return is_unlucky(value)
        case "beginning":
            words = f"_{plain_words(value)}_"
            is_accepted = is_number(value) and value == 202
            return is_accepted or re.match(f"_(?:{BEGINNINGS})_", words) is not None
        case "doubtful":
            return not is_absent(value) and not is_lucky(value)
        case "bad-code":
            return is_bad_code(value)
        case "no-zero":
            return not is_absent(value) and not is_zero(value)
        case "strange-number":
            return is_number(value) and value != 0 and not is_lucky(value)
    return False


def plain_words(value) -> str:
    """Returns the words of a text in small letters; "" for anything else."""
    if not isinstance(value, str):
        return ""
    text = WORD_BEGINS.sub("_", value).translate(SMALL_LETTERS)
    return re.sub("[^a-z0-9\u0080-\U0010ffff]+", "_", text).strip("_")


def unquoted(text: str) -> str:
    return QUOTED.sub(" ", text)


def complains(value, pattern: str) -> bool:
    """Says whether a text begins with words of an error."""
    return isinstance(value, str) and re.match(pattern, status_words(unquoted(value))) is not None


def is_report(value) -> bool:
    """
    An error with a name for its words or its kind, or a list of such, as servers put them under
    `detail`.
    """
    entries = value if isinstance(value, list) else [value]
    names = OUTCOMES["report_names"]
    return any(
        isinstance(entry, dict) and any(is_filled(entry.get(name)) for name in names)
        for entry in entries
    )


def status_words(value) -> str:
    """Returns the words of a status, without those that deny bad luck."""
    denied = f"_(?:{NEGATIONS})_(?:{UNLUCKY})(?=_)"  # "no errors" is no bad sign
    return re.sub(denied, "", f"_{plain_words(value)}_")


def is_unlucky(value) -> bool:
    """A status that says that something failed: in its words, or as a status of HTTP."""
    if is_number(value):
        return 400 <= value < 600
    words = status_words(value)
    is_sentence = words.count("_") - 1 > MOST_WORDS
    unlucky = (re.match if is_sentence else re.search)(f"_(?:{UNLUCKY})_", words)
    return unlucky is not None or re.fullmatch("_[45][0-9][0-9]_", words) is not None


def is_lucky(value) -> bool:
    """A status that is known to follow success."""
    lucky = OUTCOMES["words"]["lucky"]
    if is_number(value):
        return float(value).is_integer() and str(int(value)) in lucky
    words = status_words(value)[1:-1]
    if words in lucky:
        return True
    return words != "" and all(word in lucky for word in words.split("_"))


def is_yes(value) -> bool:
    return value is True or plain_words(value) in OUTCOMES["words"]["yes"]


def is_positive(value) -> bool:
    return is_yes(value) or (is_number(value) and value != 0) or is_lucky(value)


def is_no_word(value) -> bool:
    return plain_words(value) in OUTCOMES["words"]["no"]


def is_absent(value) -> bool:
    """No value at all, or a blank text."""
    return value is None or (isinstance(value, str) and not is_filled(value))


def is_filled(value) -> bool:
    return re.search(r"[^ \t\r\n]", value) is not None if isinstance(value, str) else bool(value)


def is_zero(value) -> bool:
    """An exit code of success, also as text."""
    if isinstance(value, str):
        return re.fullmatch(r"[ \t\r\n]*[+-]?0+(?:\.0*)?[ \t\r\n]*", value) is not None
    return is_number(value) and value == 0


def is_bad_code(value) -> bool:
    """An exit code of a failure: a number, or a text such as "1.0" and "exit status 1"."""
    if isinstance(value, str):
        return re.search("[1-9]", value) is not None or is_unlucky(value)
    return is_number(value) and value != 0


def error_in(fields: Fields, status: str) -> str:
    """Returns the words that say why a call did not work; "" if there are none."""
    names = OUTCOMES["error_names"] + (["message"] if status == "failed" else [])
    values = (value for name in names for value in fields.named.get(name, ()))
    return next((words for value in values if (words := words_in(value))), "")


def words_in(error) -> str:
    if isinstance(error, list):
        return ", ".join(words for each in error if (words := word_of(each)))
    return word_of(error)


def word_of(error) -> str:
    if isinstance(error, str):
        return error if is_filled(error) else ""
    return text_of(error, "message") or text_of(error, "detail")


def text_of(holder, key: str) -> str:
    text = holder.get(key) if isinstance(holder, dict) else None
    return text if isinstance(text, str) else ""


def mask_secrets(text: str) -> str:
    """
    Masks secrets, as the extension does in recordings (mask.ts): letters and digits become "x".
    """
    for pattern in SECRETS:
        # The search for one holds the interpreter for up to 10 ms; behind it, others have their turn.
        time.sleep(0)
        parts, at = [], 0
        for found in pattern.finditer(text):
            start, end = found.span(2)
            secret = text[start:end]
            parts += [text[at:start], secret if is_ordinary(secret) else mask(secret)]
            at = end
        text = "".join([*parts, text[at:]])
    return RUN.sub(lambda found: mask_run(found[0]), text)


def is_ordinary(secret: str) -> bool:
    """What stands for a value: a variable, a place to fill in, a path, a small number."""
    if len(secret) > MAX_ORDINARY:
        return False
    value = re.sub(r"(?<![;,.)\]`])[;,.)\]`]{1,9}\Z", "", secret)
    return value.lower() in ORDINARY_WORDS or any(
        ORDINARY.fullmatch(each) for each in (secret, value)
    )


def mask_run(run: str) -> str:
    """Masks a run of letters, digits and the signs between them from where it looks random."""
    parts = re.split("([^A-Za-z0-9])", run)
    if parts[0] in TABLES["secrets"]["ids"] or run.startswith(tuple(TABLES["secrets"]["heads"])):
        return run
    if is_encoded(run):
        return mask(run)
    for i, part in enumerate(parts):
        if is_random(part, i > 1 and is_named(parts, i)):
            return "".join(parts[:i]) + mask("".join(parts[i:]))
    return run


def is_encoded(run: str) -> bool:
    plain = re.sub("[^A-Za-z0-9]", "", run)
    is_mixed = all(re.search(kind, plain) for kind in ("[a-z]", "[A-Z]", "[0-9]"))
    return len(plain) >= 24 and is_mixed and is_surprising(plain, 50)


def is_random(part: str, named: bool) -> bool:
    """`named`: the name of a vendor precedes it, so it may be shorter."""
    has_digit, has_letter = re.search("[0-9]", part), re.search("[A-Za-z]", part)
    if re.fullmatch("[0-9a-f]*|[0-9A-F]*", part):
        return named and len(part) >= 24 and bool(has_digit and has_letter)
    if re.fullmatch("[A-Za-z]{1,8}[0-9a-f]{32}", part):
        return True
    if len(part) < (16 if named else 20):
        return False
    if has_digit:
        return has_letter is not None and is_surprising(part, 42)
    is_mixed = part != part.lower() and part != part.upper()
    if len(part) < (16 if is_mixed and named else 24):
        return False
    return (is_mixed or named) and is_surprising(part, 52)


def is_named(parts: list[str], at: int) -> bool:
    """Whether a name and one sign precede a part, as in `sbp_...`."""
    return parts[at - 1] in "-_." and bool(re.fullmatch("[A-Za-z][A-Za-z0-9]{0,11}", parts[at - 2]))


def is_surprising(part: str, percent: int) -> bool:
    """Whether so many of a hundred steps to the next character are of no word and no name in code."""
    surprises = sum(not is_usual(first, second) for first, second in zip(part, part[1:]))
    return surprises * 100 >= percent * (len(part) - 1)


def is_usual(first: str, second: str) -> bool:
    # The same twice, and a row such as "abc".
    if ord(second) - ord(first) in (0, 1):
        return True
    if first < "A" or second < "A":
        return first < "A" and second < "A"
    if first >= "a" and second < "a":
        return False
    return (first + second).lower() in PAIRS


def mask(text: str) -> str:
    parts, at = [], 0
    for found in ESCAPE.finditer(text):
        parts += [text[at : found.start()], re.sub("[uU][0-9A-Fa-f]{4}\\Z", "u0078", found[0])]
        at = found.end()
    return "".join(
        each if i % 2 else "".join("x" if unicodedata.category(c)[0] in "LMN" else c for c in each)
        for i, each in enumerate([*parts, text[at:]])
    )


class Asking(NamedTuple):
    """What is known of a request before its reply."""

    messages: object
    since: float
    person: dict
    # By the clock that never goes back.
    began: float = 0.0


async def answer(
    question: Question, connection: Connection, turn: Turn, dialog: Dialog, chat: asyncio.Lock
) -> None:
    """
    Asks, and passes the answer to the agent; without one, it denies. A page has one dialog: of a
    chat's questions, one waits for the other.
    """
    allowed, told = None, "did not reach the agent"
    try:
        async with chat:
            allowed = await dialog.answer()
    except Exception:
        pass
    if dialog.withdrawn or (allowed is None and dialog.over.is_set()):
        return
    try:
        body = {"choice": "once" if allowed else "deny", "request_id": question.request_id}
        status, _, _ = await connection.request(
            "POST", f"{connection.url}/runs/{question.run_id}/approval", 10, json=body
        )
        told = {200: "", 409: "came too late: the agent no longer waits for it"}.get(status, told)
        if not told:
            await dialog.tell({"status": "answered"})
    except Exception:
        pass
    if told and allowed is not None:
        await turn.emit(
            {"type": "notification", "data": {"type": "warning", "content": f"Your answer {told}."}}
        )


async def store_line(data: dict, turn: Turn) -> None:
    """Stores a status line that the page has already."""
    from open_webui.models.chats import Chats

    chat_id, message_id = turn.metadata["chat_id"], turn.metadata["message_id"]
    stored = Chats.add_message_status_to_chat_by_id_and_message_id(chat_id, message_id, data)
    if inspect.isawaitable(stored):
        await stored


async def stored_lines(chat_id: str, message_id: str) -> list:
    """Returns the status lines that the server has stored of a reply."""
    from open_webui.models.chats import Chats

    message = Chats.get_message_by_id_and_message_id(chat_id, message_id)
    message = await message if inspect.isawaitable(message) else message
    return message["statusHistory"]


async def tell_page(page: str, event: dict, turn: Turn) -> None:
    """Sends one page of a person what the others were told of a reply."""
    from open_webui.socket.main import sio

    name = "chat-events" if is_older(server_setting("VERSION", "1"), RENAMED_EVENTS) else "events"
    await sio.emit(
        name,
        {**{key: turn.metadata[key] for key in ("chat_id", "message_id")}, "data": event},
        to=page,
    )


class Switches(BaseModel):
    relay_progress: bool = Field(
        default=True,
        description="Show the page which tools the agent runs, and what became of them. The Stream Fixer extension displays it, and forgets it.",
    )
    show_status_lines: bool = Field(
        default=True,
        description="Say the same in the chat's own status line, to people without the extension. Its last line is stored with the reply, and exported and shared with the chat: how many commands ran and failed, or the only one, with secrets masked, that none ran, that the reply broke off or the agent failed, and the names of files that the agent hands over; never a result. Needs the switch above.",
    )
    show_results: bool = Field(
        default=True,
        description="Show also what tools were asked and returned: the first 20 lines, with secrets masked.",
    )
    clean_history: bool = Field(
        default=True,
        description="Remove tool markers, and lines that hand over files, from the assistant's earlier messages before a model gets them. Stored chats are not changed.",
    )
    clean_replies: bool = Field(
        default=True,
        description="Remove tool markers, and lines that hand over a file on the agent's computer, from replies while they arrive, so that they are neither shown nor stored.",
    )


def extension_says(request) -> Optional[str]:
    """Returns what the header of the extension says; None: the request came from a page without it."""
    return getattr(request, "headers", {}).get("x-stream-fixer")


class Filter:
    class Valves(Switches):
        """For the whole server."""

        who_may_approve: Literal["nobody", "admins", "everyone"] = Field(
            default="admins",
            description="Who is asked, in the chat, before the agent runs a dangerous command of this person's reply. Without an answer it is denied.",
        )

    class UserValves(Switches):
        """A user's own switches: what is off here is off in that user's chats."""

    def __init__(self):
        self.valves = self.Valves()
        # One instance serves all requests concurrently. Both are stored by request and forgotten
        # with it; one request may call several models, each with a message id of its own.
        self.replies: WeakKeyDictionary = WeakKeyDictionary()
        self.user_valves: WeakKeyDictionary = WeakKeyDictionary()
        # What the histories of requests show; their messages, when they arrived, and who sent them.
        self.signs: WeakKeyDictionary = WeakKeyDictionary()
        self.asking: WeakKeyDictionary = WeakKeyDictionary()
        # By connection, whether a call is recorded as soon as it is over: Hermes 0.16 does so when
        # the reply ends.
        self.prompt: dict[str, bool] = {}
        # Work beside the streams, which nothing else keeps alive.
        self.tasks: set = set()
        # By chat, who may ask.
        self.chats: WeakValueDictionary = WeakValueDictionary()
        # By chat and message, replies of which the last status line is not said yet.
        self.unsettled: dict[tuple, tuple[Reply, Turn]] = {}
        # Of the others, who asked, and what says it: another page that shows the chat stores it, too.
        self.settled: dict[tuple, tuple[str, asyncio.Task]] = {}

    def _is_on(self, switch: str, request) -> bool:
        user_valves = None if request is None else self.user_valves.get(request)
        return getattr(self.valves, switch) and getattr(user_valves, switch, True)

    def _reply(self, request, metadata) -> Reply:
        replies = self.replies.setdefault(request, {})
        message_id = metadata.get("message_id") if isinstance(metadata, dict) else None
        message_id = message_id if isinstance(message_id, (str, int)) else None
        if message_id not in replies:
            replies[message_id] = Reply(self._lines(request))
        reply = replies[message_id]
        if signs := self.signs.get(request):
            reply.expected = reply.expected or signs.expected
            reply.echoes = signs.echoes
        return reply

    def _tells_files(self, reply: Reply, request) -> bool:
        """Returns whether somebody is told of the files of a reply: a path in the text is better than nothing."""
        return reply.lines is not None or extension_says(request) is not None

    def _lines(self, request) -> Optional[Lines]:
        """Returns the status lines of a reply; none where the extension shows its badges."""
        if extension_says(request) is not None or not self._is_on("show_status_lines", request):
            return None
        return Lines(self._is_on("show_results", request))

    async def inlet(
        self,
        body: dict,
        __user__: Optional[dict] = None,
        __request__=None,
        __metadata__: Optional[dict] = None,
    ) -> dict:
        # The server drops a chat whose filter raises, so none of them ever does: anything odd
        # passes unchanged.
        try:
            if not is_of_program(__metadata__):
                await self._look_at_history(body, __user__, __request__)
        except Exception:
            pass
        return body

    async def _look_at_history(self, body, user, request) -> None:
        if request is not None and isinstance(user, dict) and user:
            self.user_valves[request] = user.get("valves")
        messages = body.get("messages") if isinstance(body, dict) else None
        if request is not None:
            self.asking[request] = Asking(
                messages, time.time(), user if isinstance(user, dict) else {}, time.monotonic()
            )
        if not isinstance(messages, list):
            return
        pace = Pace()
        # The extension knows which models of this server are Hermes.
        known = extension_says(request) == "hermes"
        signs = Signs(True, False) if known else await signs_in(messages, pace, body.get("model"))
        if request is not None:
            self.signs[request] = signs
        if self._is_on("clean_history", request):
            await clean_texts(messages, pace, signs.expected)

    async def outlet(
        self, body: dict, __user__: Optional[dict] = None, __request__=None, __model__=None
    ) -> dict:
        # The extension asks what ran in a stored chat. Behind a reply, nothing is asked.
        try:
            if body.get("stream_fixer") == "record" and isinstance(__user__, dict):
                self.user_valves[__request__] = __user__.get("valves")
                if self._is_on("relay_progress", __request__):
                    body["record"] = await self._record_of(
                        body["messages"],
                        __user__,
                        Turn(
                            __request__,
                            __model__,
                            body,
                            None,
                            None,
                            of_chat(body, __user__),
                            __user__,
                        ),
                    )
            elif isinstance(__user__, dict):
                await self._end_lines(body, __user__, __request__)
        except Exception:
            pass
        return body

    async def _end_lines(self, body: dict, user: dict, request) -> None:
        """
        Says the last status lines of a reply: here, nothing else writes the chat. In releases in
        which the page asks for this, and then stores what it has, it keeps but the stored one.
        """
        key = (text_of(body, "chat_id"), text_of(body, "id"))
        reply, turn = self.unsettled.get(key, (None, None))
        asker, settles = self.settled.get(key, ("", None))
        if reply:
            asker = text_of(turn.metadata, "user_id")
        if not asker or asker != user.get("id"):
            return
        if reply:
            self._settle(reply, turn)
            if not (reply.lines or reply.files):
                return
            settles = reply.settles
        await asyncio.wait({settles})
        if reply and request is turn.request:
            return
        for message in body["messages"]:
            if message["id"] == key[1]:
                message["statusHistory"] = await stored_lines(*key)

    async def _record_of(self, messages: list, user: dict, turn: Turn) -> dict:
        # Whoever knows the first words of a chat can name its session: only those may ask who may
        # see all chats.
        if user.get("role") != "admin":
            return {"state": "admin"}
        try:
            connection = await turn.connection()
            system = text_of((turn.model.get("info") or {}).get("params"), "system")
            for before in ([], [{"role": "system", "content": system}]):
                names = turn.sessions(connection, [*before, *messages])
                entries, ahead = await read_first_record(connection, names, MANY_ENTRIES)
                if entries:
                    results = self._is_on("show_results", turn.request)
                    return await beside(what_ran, entries, messages, results, ahead)
        except Exception:
            pass
        return {"state": "none"}

    async def stream(
        self,
        event: dict,
        __request__=None,
        __metadata__: Optional[dict] = None,
        __event_emitter__=None,
        __event_call__=None,
        __model__=None,
        __body__=None,
    ) -> dict:
        # Without an emitter this is no reply of a chat, but a stream for an API program.
        if not isinstance(event, dict) or __event_emitter__ is None or __request__ is None:
            return event
        try:
            reply = self._reply(__request__, __metadata__)
            asking = self.asking.get(__request__)
            turn = Turn(
                __request__,
                __model__,
                __body__,
                __event_emitter__,
                __event_call__,
                __metadata__,
                asking.person if asking else None,
                asyncio.current_task(),
            )
            event, messages = await self._look_at_event(event, reply, turn)
            self._watch(reply, turn)
        except Exception:
            return event
        pace = Pace()
        for message in messages:
            try:
                self._begin_following(reply, turn)
                await self._tell(message, reply, turn)
            except Exception:
                # A missing badge is no reason to break off the reply.
                pass
            if pace.is_due(STEP):
                await asyncio.sleep(0)
        return event

    async def _look_at_event(
        self, event: dict, reply: Reply, turn: Turn
    ) -> tuple[dict, list[dict]]:
        """Returns the event without markers, and what the page is told."""
        relays = self._is_on("relay_progress", turn.request)
        reply.follow(event)
        reply.goes_on(event)
        if reply.lines and reply.lines.question and has_text(event):
            reply.lines.goes_on()
            self._speak(reply, turn)
        if is_progress(event):
            reply.sends_events, reply.expected, reply.ran = not reply.injects, True, True
            if relays and reply.is_over(event):
                self._read(reply, turn)
            elif relays and reply.delegates[-1:] == [text_of(event, "toolCallId")]:
                work = self._tell_sub_agents(reply.delegates[-1], reply, turn)
                self._begin(work)
            return event, [progress(event)] if relays else []
        if event.get("event") == "approval.request":
            # Hermes 0.22 and later: a person must allow the last command. The server would take the
            # name for an event.
            waits = await self._ask(event, reply, turn)
            return ({} if waits else event), [progress(each) for each in waits if relays]
        if is_end(event):
            reply.ended = True
            self._read(reply, turn)
        status = [{"type": "hermes.status", "data": each} for each in status_in(event) if relays]
        if not isinstance(event.get("choices"), list):
            return event, status
        events: list[dict] = []
        ends = is_hermes(event) and any(
            isinstance(choice, dict) and choice.get("finish_reason") == "stop"
            for choice in event["choices"]
        )
        if self._is_on("clean_replies", turn.request):
            known = len(reply.files)
            reply.tells_files = relays and self._tells_files(reply, turn.request)
            event, events = reply.clean(event)
            if len(reply.files) > known:
                # All so far, as pages that come later are told the last report only.
                files = {"kind": "files", "text": "\n".join(reply.files)}
                status.append({"type": "hermes.status", "data": files})
        reply.ran = reply.ran or bool(events)
        if ends and relays and not reply.ran:
            reply.ran = True
            reply.readers.add(self._begin(self._read_no_tool(reply, turn)))
        return event, [*(progress(each) for each in events if relays), *status]

    def _begin(self, work) -> asyncio.Task:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def _ask(self, event: dict, reply: Reply, turn: Turn) -> list[dict]:
        """
        Asks a person, if there is one who may answer. Returns what the page shows: once per
        question.
        """
        question = Question(
            *(text_of(event, key) for key in ("run_id", "request_id", "command", "description"))
        )
        name = (question.run_id, question.request_id)
        known, waiting = reply.asked.get(name, (None, None))
        is_known = known is not None and known.command == question.command
        # In a connection of the page's own, the page sees the question itself.
        if is_known or len(reply.asked) > 100 or turn.is_direct():
            return []
        # Another command under its name: an answer to the first one would be taken for it.
        if waiting:
            waiting.withdraw()
            reply.dialogs.pop(waiting, None)
        reply.asked[name] = (question, None)
        if PLAIN_NAME.match(text_of(event, "session_id")):
            reply.session = event["session_id"]
        who, asking = self.valves.who_may_approve, self.asking.get(turn.request)
        is_plain = is_older(server_setting("VERSION", "1"), PLAIN_BEFORE)
        try:
            connection = await turn.connection()
        except Exception:
            connection = None
        can_ask = (
            turn.call
            and connection
            and PLAIN_NAME.match(question.run_id)
            and question.request_id
            and question.command
        )
        answered_by = "elsewhere"
        if (
            can_ask
            and who != "nobody"
            and len(question.command) <= (MAX_PLAIN_COMMAND if is_plain else MAX_COMMAND)
        ):
            may = asking is not None and asking.person.get("role") in (
                ("admin",) if who == "admins" else ("admin", "user")
            )
            answered_by = "dialog" if may else "admin"
        waits = {
            "tool": "",
            "status": "waiting",
            "command": question.command[:MAX_COMMAND],
            "description": question.reason,
            "answered_by": answered_by,
        }
        if answered_by != "dialog":
            return [waits]
        # A name of our own: with the agent's, others could answer.
        waits |= {"request_id": uuid4().hex, "dialog": ""}

        async def tell(change: dict) -> None:
            report = progress({**waits, **change})
            if self._is_on("relay_progress", turn.request) and dialog in reply.dialogs:
                reply.told = [
                    each for each in reply.told if each.get("request_id") != waits["request_id"]
                ]
                await self._tell(report, reply, turn)

        dialog = Dialog(
            turn,
            lambda: question.shown(text_of(turn.model, "name") or "The agent", is_plain),
            tell,
        )
        reply.dialogs[dialog] = reply.last_call
        reply.asked[name] = (question, dialog)
        chat = self.chats.setdefault(text_of(turn.metadata, "chat_id"), asyncio.Lock())
        self._begin(answer(question, connection, turn, dialog, chat))
        return [waits]

    async def _tell(self, message: dict, reply: Reply, turn: Turn) -> None:
        """
        Tells the pages of this person. Those without the extension ignore the types, and the server
        stores nothing of them; status lines tell the same there.
        """
        reply.keep(message)
        if reply.lines:
            reply.lines.hear(message)
            self._speak(reply, turn)
        await turn.emit(message)

    def _watch(self, reply: Reply, turn: Turn) -> None:
        """
        Sees to it that the status lines of a reply end with it, or that the extension hears how it
        has ended, and its files are stored.
        """
        key = (text_of(turn.metadata, "chat_id"), text_of(turn.metadata, "message_id"))
        if (
            not (reply.lines or reply.files or extension_says(turn.request) is not None)
            or reply.settles
            or key in self.unsettled
            or not all(key)
        ):
            return
        self.unsettled[key] = (reply, turn)
        # Nothing tells a filter that a person has stopped the reply, but that its task is over.
        asyncio.current_task().add_done_callback(lambda _: self._settle(reply, turn))

    def _speak(self, reply: Reply, turn: Turn) -> None:
        if not reply.speaks and not reply.settles:
            reply.speaks = True
            self._begin(self._say(reply, turn))

    async def _say(self, reply: Reply, turn: Turn) -> None:
        """Says what is new, once a second at most: only to pages."""
        try:
            emit = await turn.emit_unstored()
            await asyncio.sleep(SAY_AFTER)
            lines = None
            while lines != []:
                async with reply.voice:
                    lines = [] if reply.settles else await reply.lines.take()
                    for each in lines:
                        await emit(status_event(each))
                if lines:
                    await asyncio.sleep(SAY_EVERY)
        except Exception:
            # Releases that store whatever they tell a page: only the summary is said.
            pass
        finally:
            reply.speaks = False

    def _settle(self, reply: Reply, turn: Turn) -> None:
        if not reply.settles:
            reply.settles = self._begin(self._say_last(reply, turn))

    async def _say_last(self, reply: Reply, turn: Turn) -> None:
        """Says the last lines of a reply that is over, of which the server stores the summary."""
        try:
            key = (turn.metadata["chat_id"], turn.metadata["message_id"])
            self.unsettled.pop(key, None)
            self.settled[key] = text_of(turn.metadata, "user_id"), asyncio.current_task()
            if len(self.settled) > MAX_SETTLED:
                del self.settled[next(iter(self.settled))]
            reply.ended = True
            self._read(reply, turn)
            if reply.readers:
                await asyncio.wait(reply.readers, timeout=SETTLE_WITHIN)
            async with reply.voice:
                await self._sum_up(reply, turn)
        except Exception:
            # A missing line is no reason for anything.
            pass

    async def _sum_up(self, reply: Reply, turn: Turn) -> None:
        cut = reply.cut_by(turn.stream)
        if not reply.lines:
            if cut == "broken" and self._is_on("relay_progress", turn.request):
                await turn.emit({"type": "hermes.status", "data": {"kind": cut, "text": ""}})
            # The badges are gone with the page: then this line is all that tells of the files. The
            # page does not show it until it is loaded again.
            if reply.files and self._is_on("show_status_lines", turn.request):
                await store_line(line(words_of_files(reply.files)), turn)
            return
        reply.lines.end()
        asking = self.asking.get(turn.request)
        reply.lines.cut, reply.lines.tokens = cut, reply.tokens_before + reply.tokens
        if asking and reply.says_end:
            reply.lines.took = reply.heard_at - asking.began
        lines = await reply.lines.take()
        summary = line(reply.lines.summary())
        if not (lines or summary["description"]):
            return
        is_said = not lines and reply.lines.said[-1:] == [summary]
        if is_said:
            await store_line(summary, turn)
            return
        try:
            emit = await turn.emit_unstored()
            repeats = bool(lines) and reply.lines.repeats(lines[-1]["description"])
            for each in lines[:-1] if repeats else lines:
                await emit(status_event(each))
        except Exception:
            pass
        if summary["description"]:
            await turn.emit(status_event(summary))

    def _begin_following(self, reply: Reply, turn: Turn) -> None:
        if not reply.follows and not reply.ended and text_of(turn.metadata, "user_id"):
            reply.follows = True
            self._begin(self._follow(reply, turn))

    async def _follow(self, reply: Reply, turn: Turn) -> None:
        """
        Tells pages that come while the reply runs what they have missed: one that was loaded again,
        or has lost its connection.
        """
        known = set(open_pages(turn))
        while not reply.ended and time.monotonic() - reply.told_at < FOLLOW_FOR:
            await asyncio.sleep(NEWCOMERS)
            pages = set(open_pages(turn))
            lines = reply.lines.said if reply.lines else []
            replay = {"type": "hermes.tool.replay", "data": {"events": list(reply.told)}}
            for page in pages - known if reply.told else ():
                for event in (replay, *map(status_event, list(lines))):
                    await tell_page(page, event, turn)
            known = pages

    def _read(self, reply: Reply, turn: Turn) -> None:
        if reply.over and not reply.reads:
            reply.reads = True
            reply.readers.add(self._begin(self._read_receipts(reply, turn)))

    async def _read_receipts(self, reply: Reply, turn: Turn) -> None:
        """
        Tells the page what became of the calls that are over, by the agent's own record. On doubt,
        nothing.
        """
        try:
            connection = await turn.connection()
            while connection and reply.may_read(self.prompt.get(connection.url)):
                over, reply.over = reply.over, {}
                early = not reply.ended
                reply.records += 1
                is_late = False
                await reply.turn_to_read()
                try:
                    missing, reason = await self._read_record(over, reply, turn, connection)
                except Exception as error:
                    missing, reason = over, "closed"
                    is_late = isinstance(error, (asyncio.TimeoutError, aiohttp.ClientError))
                if early:
                    self.prompt[connection.url] = not missing
                    reply.over.update(missing)
                elif is_late and not reply.again:
                    # Seen on a busy machine, where the next read was fast.
                    reply.again = True
                    reply.over.update(missing)
                else:
                    for call_id, tool in missing.items():
                        call = {"tool": tool, "toolCallId": call_id, "status": "completed"}
                        await self._tell(progress({**call, "unread": reason}), reply, turn)
                if reply.ended and not reply.over:
                    break
                await asyncio.sleep(1)
        except Exception:
            # The settings of the server cannot be read.
            pass
        finally:
            reply.reads = False

    async def _tell_sub_agents(self, call_id: str, reply: Reply, turn: Turn) -> None:
        """
        Tells the page of the sub-agents of a call while it runs. Those of several calls could not
        be told apart.
        """
        began, earlier, stream = time.time(), None, turn.stream

        def runs() -> bool:
            return not stream.done() and reply.delegates == [call_id]

        try:
            connection = await turn.connection()
            while connection:
                await asyncio.sleep(LOOK_EVERY)
                await reply.turn_to_read()
                if not runs():
                    break
                names = (
                    [reply.session]
                    if reply.session
                    else turn.sessions(connection, self._messages(turn))
                )
                root = connection.url.removesuffix("/v1")
                status, now, body = await connection.request(
                    "GET",
                    f"{root}/api/sessions?include_children=true&source=subagent&limit=50",
                    READ_WITHIN,
                )
                if status != 200 or len(body) > MAX_RECORD:
                    break
                # The agent's clock, in whole seconds.
                since = began + now - time.time() - 1
                children = await beside(children_in, body, names, since)
                if earlier is None:
                    earlier = [each["id"] for each in children if each.get("ended_at")]
                told = [listed_sub_agent(each) for each in children if each["id"] not in earlier]
                if told and runs():
                    call = {"tool": DELEGATES, "toolCallId": call_id, "status": "running"}
                    call["sub_agents"] = told[:MAX_SUBAGENTS]
                    await self._tell(progress(call), reply, turn)
        except Exception:
            # An agent without such a list, or of another release: what runs is told without it.
            pass

    async def _read_no_tool(self, reply: Reply, turn: Turn) -> None:
        """
        Tells the page that no tool ran in a reply that is over, or which did, if the agent's own
        record says so.
        """
        try:
            connection = await turn.connection()
            if connection:
                messages = self._messages(turn)
                names = turn.sessions(connection, messages)
                entries, ahead = await read_first_record(connection, names)
                since = self.asking[turn.request].since + ahead
                if has_no_tool(entries, question_in(messages), since):
                    none = {"kind": "no-tool", "text": ""}
                    await self._tell({"type": "hermes.status", "data": none}, reply, turn)
                await self._tell_unreported(entries, reply, turn, since)
        except Exception:
            # On doubt, nothing.
            pass

    async def _tell_unreported(self, entries: list, reply: Reply, turn: Turn, since: float) -> None:
        question = question_in(self._messages(turn))
        results = self._is_on("show_results", turn.request)
        calls = await beside(unreported, entries, question, dict(reply.begun), since, results)
        if calls:
            replay = {"type": "hermes.tool.replay", "data": {"events": calls}}
            await self._tell(replay, reply, turn)

    def _messages(self, turn: Turn) -> list:
        return (
            turn.body["messages"]
            if isinstance(turn.body, dict)
            else self.asking[turn.request].messages
        )

    async def _read_record(
        self, over: dict[str, str], reply: Reply, turn: Turn, connection: Connection
    ) -> tuple[dict[str, str], str]:
        """
        Tells the page what the record says of calls. Returns those of which it has nothing, and
        why: there is no record of this chat, or they are missing in it.
        """
        asking = self.asking[turn.request]
        names = (
            [reply.session] if reply.session else turn.sessions(connection, self._messages(turn))
        )
        entries, ahead = await read_first_record(connection, names)
        for call_id, tool in over.items():
            receipt = await beside(
                receipt_in,
                entries,
                call_id,
                reply.begun[call_id],
                asking.since + ahead,
                self._is_on("show_results", turn.request),
            )
            if receipt:
                report = progress({"tool": tool, "toolCallId": call_id, **receipt})
                await self._tell(report, reply, turn)
        if reply.ended:
            await self._tell_unreported(entries, reply, turn, asking.since + ahead)
        known = {
            entry.get("tool_call_id"): entry["timestamp"]
            for entry in entries
            if entry["timestamp"] >= asking.since + ahead
        }
        if entries and any(
            entries[-1]["timestamp"] - known.get(call_id, entries[-1]["timestamp"]) > AT_ONCE
            for call_id in over
        ):
            self.prompt.setdefault(connection.url, True)
        missing = {call_id: tool for call_id, tool in over.items() if call_id not in known}
        return missing, "missing" if entries else "absent"


def progress(data: dict) -> dict:
    return {"type": "hermes.tool.progress", "data": data}


def is_end(event: dict) -> bool:
    choices = event.get("choices")
    return isinstance(choices, list) and any(
        isinstance(choice, dict) and choice.get("finish_reason") for choice in choices
    )


def has_text(event: dict) -> bool:
    choices = event.get("choices")
    return isinstance(choices, list) and any(
        isinstance(choice, dict) and text_of(choice.get("delta"), "content") for choice in choices
    )


def status_in(event: dict) -> Iterator[dict]:
    """
    Yields what Hermes 0.22 says of its state: that it waits, or goes on with another model, or that
    the turn has failed.
    """
    kind, text, end = text_of(event, "kind"), text_of(event, "text"), event.get("hermes")
    if kind and text and "choices" not in event:
        yield {"kind": kind, "text": text[:MAX_TEXT]}
    elif isinstance(end, dict) and end.get("failed") is True:
        yield {"kind": "failed", "text": text_of(end, "error")[:MAX_TEXT]}


def is_older(version: str, than: tuple) -> bool:
    """Returns whether a version such as 0.6.43 is older than another one."""
    return tuple(int(found) for found in NUMBER.findall(version)) < than


def is_of_program(metadata) -> bool:
    """
    Returns whether a request belongs to no chat: an API program means to send exactly what it
    sends.
    """
    return isinstance(metadata, dict) and "chat_id" in metadata and not metadata["chat_id"]


def describe(decided: Decided, hermes: bool) -> Iterator[dict]:
    """
    Returns the markers of a text as progress events: one that Hermes sent reports a tool that
    starts, any other is only text.
    """
    for start, end in in_pairs(decided.cuts):
        for found in EMOJI_AND_LABEL.finditer(decided.text, start, end):
            event = {"tool": "", "emoji": found[1], "label": found[2]}
            if decided.is_delta and hermes:
                yield {**event, "marker": "whole"}
            else:
                kind = (
                    "delta"
                    if decided.is_delta
                    else "split"
                    if found.start() in decided.splits
                    else "line"
                )
                yield {**event, "marker": kind, "status": "written"}
